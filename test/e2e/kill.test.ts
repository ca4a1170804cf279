import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../src/engine/db/index.ts'
import { firstAccountId } from '../../src/modules/accounts/index.ts'
import { formatMoney, getMoney, money } from '../../src/values/money.ts'
import { copyEmptyDatabase } from '../embedded.ts'
import { assertLedger, sumsOf } from '../ledger.ts'
import { type Received, type Receiver, startReceiver } from '../receiver.ts'
import { type TestEndpoint, verify } from '../webhooks.ts'
import { type EngineName, onBothEngines, openTestDatabase, until } from '../world.ts'
import { askConsole } from './console.ts'
import { type Sent, startLoad, untilDelivered } from './load.ts'
import { type Server, startServer } from './server.ts'

const phone = '255712345678'
/**
 * About the most that each engine accepts beside other tests. Rejected sends would only slow down the test.
 */
const ratesOn = { embedded: 60, postgres: 500 } as const

/** The data of a server that is started, killed and started again. */
interface Home {
  readonly settings: Readonly<Record<string, string>>
  /** Looks into the database while no program runs on it. */
  look<T>(run: (db: Database) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

onBothEngines('A killed server', (engine) => {
  const perSecond = ratesOn[engine]
  let home: Home
  let server: Server | undefined
  let receiver: Receiver
  /** At first nobody answers callbacks, so that the kill comes between receipts and their push. */
  let isAnswering = false
  before(async () => {
    home = await openHome(engine)
    receiver = await startReceiver({ answer: () => (isAnswering ? { status: 200 } : null) })
  })
  after(async () => {
    await server?.kill('SIGKILL')
    await receiver.close()
    await home.remove()
  })

  it(`keeps every accepted message at ${perSecond} sends per second, and delivers it after a restart`, {
    timeout: 240_000,
  }, async (context) => {
    // Long enough that something is always waiting for its receipt, however slowly a busy machine takes more.
    server = await startServer({ ...home.settings, NGOMA_SIMULATOR_DELAY_MS: '2000' })
    const endpoint = await askConsole(server, 'POST', '/accounts/1/webhooks', {
      event: 'delivery-report',
      url: receiver.url,
    })
    const load = startLoad(server.address, perSecond, phone)
    await load.goOn(1, perSecond)
    await until('an event is being delivered', () => receiver.received.length > 0)
    await server.kill('SIGKILL')
    await until('somebody gets no answer, in the middle of the load', () =>
      load.sent.some(({ status }) => status === null),
    )
    const rates = await load.stop()
    const promised = load.sent.filter(({ status }) => status === 200)
    const lost = load.sent.filter(({ status }) => status === null)
    context.diagnostic(`${rates}; ${promised.length} were promised, ${lost.length} were not answered`)
    assert.equal(promised.length + lost.length, load.sent.length, 'nothing else was answered')

    await home.look(assertLedger)
    const { stored, unsent, open } = await home.look(takeStock)
    context.diagnostic(`when it was killed ${unsent} messages were not yet sent, ${open} were waiting for a receipt`)
    assert.deepEqual(missing(promised, stored), [])
    assert.ok(open > 0, 'it was killed with receipts on their way')

    isAnswering = true
    server = await startServer({ ...home.settings, NGOMA_SIMULATOR_DELAY_MS: '500' })
    await untilDelivered(server.address, phone, load.sent, 60)
    await until('every stored message was pushed', () => isSubset(stored, pushedRequests(receiver.received)), 60)
    assertPushes(receiver.received, endpoint)
    assert.equal(await server.kill('SIGTERM'), 0, 'it stops as it should')
    await home.look(assertLedger)
    const { credited, spent, held, left } = await home.look((db) => sumsOf(db, firstAccountId))
    assert.equal(held, '0.0000')
    assert.equal(formatMoney(money(getMoney(spent) + getMoney(left))), credited)
  })
})

/** One push for each message: perhaps several times, always under one id and signed. */
function assertPushes(received: readonly Received[], endpoint: TestEndpoint): void {
  const idsByRequest = new Map<string, Set<string | undefined>>()
  for (const one of received) {
    const { request_id, recipient_id, dest_addr, ...statuses } = verify(one, endpoint)
    assert.deepEqual(
      { recipient_id, dest_addr, ...statuses },
      { recipient_id: 1, dest_addr: phone, status: 'DELIVERED', Status: 'DELIVERED' },
    )
    idsByRequest.set(request_id, (idsByRequest.get(request_id) ?? new Set()).add(one.headers['webhook-id']))
  }
  assert.deepEqual(
    [...idsByRequest].filter(([, ids]) => ids.size !== 1),
    [],
    'each under one id',
  )
}

function pushedRequests(received: readonly Received[]): Set<string> {
  return new Set(received.map(({ text }) => JSON.parse(text).request_id))
}

const isSubset = (part: ReadonlySet<string>, whole: ReadonlySet<string>) => [...part].every((one) => whole.has(one))

async function openHome(engine: EngineName): Promise<Home> {
  if (engine === 'postgres') {
    const { db, url, drop } = await openTestDatabase(engine)
    return { settings: { DATABASE_URL: url ?? '', NGOMA_STAGING: 'true' }, look: (run) => run(db), remove: drop }
  }
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-e2e-'))
  await copyEmptyDatabase(join(directory, 'db'))
  return {
    settings: { NGOMA_DATA: directory },
    async look(run) {
      const db = await openDatabase({ url: null, connectionsMax: 1, dataDirectory: directory })
      try {
        return await run(db)
      } finally {
        await db.close()
      }
    },
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** Counts the stored requests and unfinished messages after the kill. */
async function takeStock(db: Database): Promise<{ stored: Set<string>; unsent: number; open: number }> {
  const requests = await sql<{ id: number }>`
    select r.id
      from sms_requests r
      join sms_messages m on m.id between r.first_message_id and r.last_message_id
  `.execute(db)
  const messages = await sql<{ unsent: number; open: number }>`
    select count(*) filter (where submitted_at is null) as unsent, count(*) filter (where submitted_at is not null and status = 'PENDING') as open
      from sms_messages
  `.execute(db)
  const { unsent = 0, open = 0 } = messages.rows[0] ?? {}
  return { stored: new Set(requests.rows.map(({ id }) => String(id))), unsent, open }
}

function missing(promised: readonly Sent[], stored: ReadonlySet<string>): string[] {
  return promised.flatMap(({ requestId }) => (requestId !== null && stored.has(requestId) ? [] : [String(requestId)]))
}
