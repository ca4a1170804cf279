/** Generates src/wire.ts from the OpenAPI document of the app, with an in-memory database: `npm run generate:client`. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { openApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createClock } from '../src/engine/clock.ts'
import { createDatabase } from '../src/engine/db/database.ts'
import { openEmbedded } from '../src/engine/db/embedded.ts'
import { createLog } from '../src/engine/log.ts'
import { printWire } from './print-wire.ts'

export const wirePath = fileURLToPath(new URL('./src/wire.ts', import.meta.url))

if (import.meta.main) {
  const db = createDatabase(await openEmbedded({ directory: null }))
  const config = {
    ...readConfig({}),
    staging: true,
    dataDirectory: tmpdir(),
    secret: 'a placeholder, because nothing is stored',
  }
  const app = await openApp({ config, db, clock: createClock(), log: createLog('error'), role: 'command' })
  const document = await app.http.inject('/openapi.json')
  writeFileSync(wirePath, printWire(document.json()))
  await app.close()
}
