/** Generates src/wire.ts, src/account-wire.ts and src/topics.ts from the OpenAPI document of the app, with an in-memory database: `npm run generate:client`. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createClock } from '../src/engine/clock.ts'
import { createDatabase } from '../src/engine/db/database.ts'
import { openEmbedded } from '../src/engine/db/embedded.ts'
import { createLog } from '../src/engine/log.ts'
import { printTopics, splitDocument } from './print-topics.ts'
import { type OpenApiDocument, printWire } from './print-wire.ts'

/** The generated files of a document, by path. */
export function printClient(document: OpenApiDocument): Readonly<Record<string, string>> {
  const { open, account } = splitDocument(document)
  const files = {
    'wire.ts': printWire(open),
    'account-wire.ts': printWire(account),
    'topics.ts': printTopics(account),
  }
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [fileURLToPath(new URL(`./src/${name}`, import.meta.url)), text]),
  )
}

if (import.meta.main) {
  const db = createDatabase(await openEmbedded({ directory: null }))
  const config = {
    ...readConfig({}),
    staging: true,
    dataDirectory: tmpdir(),
    secret: 'a placeholder, because nothing is stored',
  }
  const app = await openApp({ config, db, clock: createClock(), log: createLog('error'), role: 'api' })
  const document = await app.http.inject('/openapi.json')
  for (const [path, text] of Object.entries(printClient(document.json()))) writeFileSync(path, text)
  await app.close()
}
