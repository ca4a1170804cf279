import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../src/engine/db/index.ts'
import { emptyPlace, openShell, run, type Settings } from '../commands/program.ts'
import { type EngineName, onOneEngine } from '../world.ts'
import { type Sent, startLoad, untilDelivered } from './load.ts'
import { startServer } from './server.ts'

const perSecond = 100
const phone = '255712345678'

/** The contents of a database, to compare before and after. */
interface Stock {
  readonly requests: Set<string>
  readonly messages: number
  /** Of all requests: what each of them promised. */
  readonly promised: number
  readonly credentials: string[]
}

onOneEngine('A backup under load', (engine) => {
  it('restores to a new place without loss, and sending continues', async (context) => {
    const [home, elsewhere] = [await emptyPlace(engine, context), await emptyPlace(engine, context)]
    const directory = mkdtempSync(join(tmpdir(), 'ngoma-backup-'))
    context.after(() => rmSync(directory, { recursive: true, force: true }))
    const file = join(directory, 'ngoma.backup.gz')

    const server = await startServer({ ...home, NGOMA_SIMULATOR_DELAY_MS: '500' })
    context.after(() => server.kill('SIGKILL'))
    await openShell(home).json('key', 'create', '--name', 'another key')
    const load = startLoad(server.address, perSecond, phone)
    await load.goOn(1, 50)
    const before = [...load.sent]
    const taken = await run(['backup', file], home)
    assert.equal(taken.code, 0, taken.err)
    await load.goOn(1, 50)
    const rates = await load.stop()
    assert.equal(await server.kill('SIGTERM'), 0)

    const restored = await run(['restore', file], elsewhere)
    assert.equal(restored.code, 0, restored.err)
    const [original, copy] = [await look(engine, home), await look(engine, elsewhere)]
    context.diagnostic(
      `${rates}; ${copy.messages} of ${original.messages} messages are in the backup; ${before.length} were answered before it`,
    )
    assert.deepEqual(copy.credentials, original.credentials)
    assert.equal(copy.messages, copy.promised, 'every request is there with all its messages')
    assert.ok(copy.messages < original.messages, 'it was taken while more came in')
    assert.deepEqual(
      accepted(before).filter((requestId) => !copy.requests.has(requestId)),
      [],
      'the backup has every request answered before it',
    )

    const doctor = await run(['doctor', '--json'], elsewhere)
    assert.equal(doctor.code, 0, doctor.out)
    const again = await startServer({ ...elsewhere, NGOMA_SIMULATOR_DELAY_MS: '100' })
    context.after(() => again.kill('SIGKILL'))
    const inBackup = load.sent.filter(({ requestId }) => requestId !== null && copy.requests.has(requestId))
    await untilDelivered(again.address, phone, inBackup, 60)
    assert.equal(await again.kill('SIGTERM'), 0)
  })
})

const accepted = (sent: readonly Sent[]) =>
  sent.flatMap(({ status, requestId }) => (status === 200 && requestId !== null ? [requestId] : []))

async function look(engine: EngineName, { NGOMA_DATA = '', DATABASE_URL = '' }: Settings): Promise<Stock> {
  const url = engine === 'postgres' ? DATABASE_URL : null
  const db = await openDatabase({ url, connectionsMax: 3, dataDirectory: NGOMA_DATA })
  try {
    return await takeStock(db)
  } finally {
    await db.close()
  }
}

async function takeStock(db: Database): Promise<Stock> {
  const requests = await sql<{ id: number; valid: number }>`select id, valid from sms_requests`.execute(db)
  const messages = await sql<{ count: number }>`select count(*) as count from sms_messages`.execute(db)
  const credentials = await sql<{ text: string }>`
    select concat_ws(' ', id, account_id, login, encode(secret_hash, 'hex'), name) as text
      from credentials
     order by id
  `.execute(db)
  return {
    requests: new Set(requests.rows.map(({ id }) => String(id))),
    messages: messages.rows[0]?.count ?? 0,
    promised: requests.rows.reduce((sum, { valid }) => sum + valid, 0),
    credentials: credentials.rows.map(({ text }) => text),
  }
}
