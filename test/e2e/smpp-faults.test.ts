import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createRandom } from '../../src/carriers/simulator/outcome.ts'
import { profiles } from '../../tools/smsc/profile.ts'
import { type Smsc, startSmsc } from '../../tools/smsc/smsc.ts'
import { settingsOf } from '../centres.ts'
import { assertLedger } from '../ledger.ts'
import { slowness } from '../pace.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { authorization, openTestDatabase, postgresUrl, secret, sendBody, type TestDatabase, until } from '../world.ts'
import { askConsole } from './console.ts'
import { isBusy } from './load.ts'
import { type Server, startServer } from './server.ts'

const seed = Number(process.env.NGOMA_TEST_SEED ?? 1)
/** Each round has every fault once. `npm run test:faults` runs many. */
const rounds = Number(process.env.NGOMA_TEST_ROUNDS ?? 1)
const window = 20
const perSend = 150

/** Faults all the time: receipts early, twice and out of order, and some temporary errors. */
const restless = {
  ...profiles.healthy,
  latencyMs: 5,
  errorRate: 0.01,
  earlyRate: 0.1,
  doubleRate: 0.1,
  reorderRate: 0.3,
}

/** A run with all faults at times that a seed decides; NGOMA_TEST_SEED repeats it, or tries another. */
describe('Faults of the carrier and of the server', {
  skip: postgresUrl === null && 'PostgreSQL is not installed',
}, () => {
  let database: TestDatabase
  let smsc: Smsc
  let receiver: Receiver
  const servers: Server[] = []
  /** Those that take sends. */
  const apis: Server[] = []
  before(async () => {
    database = await openTestDatabase('postgres')
    smsc = await startSmsc({ seed, delayMs: 20, profile: restless })
    receiver = await startReceiver({ answer: () => ({ status: 200 }) })
  })
  after(async () => {
    for (const server of servers) await server.kill('SIGKILL')
    await receiver.close()
    await smsc.close()
    await database.drop()
  })

  async function start(role: string): Promise<Server> {
    const server = await startServer(
      { DATABASE_URL: database.url ?? '', NGOMA_STAGING: 'true', NGOMA_SECRET: secret, NGOMA_QUEUE_AGE_SECONDS: '0' },
      role,
    )
    servers.push(server)
    if (role === 'all') apis.push(server)
    return server
  }

  it(`lose no message, and apply every receipt once (NGOMA_TEST_SEED=${seed})`, {
    timeout: rounds * 240_000 * slowness,
  }, async (context) => {
    const random = createRandom(seed)
    const first = await start('all')
    const settings = settingsOf(smsc, { window, answerSeconds: Math.ceil(3 * slowness), enquireSeconds: 1 })
    await askConsole(first, 'PUT', '/providers/one', {
      product: 'sms',
      kind: 'smpp',
      settings,
      secrets: { password: 'secret' },
    })
    await askConsole(first, 'POST', '/routes', { carrier: 'one' })
    await askConsole(first, 'POST', '/accounts/1/webhooks', { event: 'delivery-report', url: receiver.url })
    await start('worker')
    let boundMost = 0
    const watch = setInterval(() => {
      boundMost = Math.max(boundMost, smsc.counts().bound)
    }, 1)

    let accepted = 0
    async function send(): Promise<void> {
      const from = 255_712_000_100 + accepted
      const recipients = Array.from({ length: perSend }, (_, index) => ({
        recipient_id: index + 1,
        dest_addr: String(from + index),
      }))
      const api = apis.find((one) => one.isRunning()) ?? assert.fail('nobody takes sends')
      const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      const body = JSON.stringify(sendBody({ recipients }))
      await until('the send is accepted', async () => {
        const response = await fetch(`${api.address}/v1/send`, { method: 'POST', headers, body })
        const { status } = response
        const { code, valid } = (await response.json()) as { code: number; valid: number }
        if (isBusy({ status, code })) return false
        assert.equal(status, 200)
        accepted += valid
        return true
      })
    }
    /** In the middle of a window, wherever that is. */
    async function whileSending(): Promise<void> {
      const before = smsc.counts().submitted
      await send()
      const more = 20 + Math.floor(random() * (perSend / 3))
      await until('some went out', () => smsc.counts().submitted >= before + more)
    }

    const crashes: [string, () => Promise<unknown> | undefined][] = [
      ['the connection is lost', async () => smsc.dropAll()],
      ['the connection is half open', async () => smsc.freezeAll()],
      ['one process is killed, and the other has the bind', () => killHolder(servers, database)],
    ]
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) await start('all')
      await whileSending()
      smsc.setProfile({ ...restless, throttleRate: 0.3 })
      await whileSending()
      smsc.setProfile(restless)
      for (const [what, crash] of crashes) {
        await whileSending()
        const { submitted } = smsc.counts()
        await crash()
        await until(`it goes on after ${what}`, () => smsc.counts().submitted > submitted + window)
      }
    }

    // Batches of the killed process stay in the queue until their leases end, even if they were sent.
    const isOver = async () => {
      const { pending, queued } = await countBy(database)
      return pending + queued === 0
    }
    await until('all are final', isOver, 60)
    await until('all receipts were acknowledged', () => smsc.counts().receiptsWaiting === 0)
    clearInterval(watch)
    const reported = () => new Set(receiver.received.map(({ text }) => JSON.parse(text).dest_addr))
    await until('every message was pushed', () => reported().size === accepted)

    const counts = smsc.counts()
    const { delivered, undelivered, queued, references } = await countBy(database)
    const duplicates = counts.duplicate
    const crashesMade = rounds * crashes.length
    context.diagnostic(
      `${accepted} accepted, ${delivered} delivered, ${undelivered} not, ${queued} queued; the SMSC took ${counts.submitted}: ${counts.distinct} distinct, ${duplicates} duplicates (window ${window}, ${crashesMade} crashes); ${counts.receiptsSent} receipts sent, ${counts.throttled} times throttled, ${counts.connectionsLost} connections lost`,
    )
    assert.deepEqual({ delivered, undelivered, queued }, { delivered: accepted, undelivered: 0, queued: 0 })
    assert.equal(counts.distinct, accepted, 'the carrier has every message')
    assert.ok(duplicates <= window * crashesMade, `${duplicates} were sent twice`)
    assert.ok(references >= accepted)
    assert.equal(boundMost, 1, 'no two processes are ever bound at once')
    const ids = new Map<string, Set<unknown>>()
    for (const { text, headers } of receiver.received) {
      const { dest_addr } = JSON.parse(text)
      ids.set(dest_addr, (ids.get(dest_addr) ?? new Set()).add(headers['webhook-id']))
    }
    assert.deepEqual(
      [...ids].filter(([, own]) => own.size !== 1),
      [],
      'each is told once, under one id',
    )
    await assertLedger(database.db)
  })
})

async function countBy({ db }: TestDatabase) {
  const { rows } = await sql<{
    delivered: number
    undelivered: number
    pending: number
    queued: number
    references: number
  }>`
    select count(*) filter (where status = 'DELIVERED') as delivered, count(*) filter (where status = 'UNDELIVERED') as undelivered,
           count(*) filter (where status = 'PENDING') as pending, (select count(*) from sms_batches) as queued, (select count(*) from sms_references) as references
      from sms_messages
  `.execute(db)
  return rows[0] ?? assert.fail('nothing was counted')
}

/** The one that has the bind, by its process id in the row. */
async function killHolder(servers: readonly Server[], { db }: TestDatabase): Promise<void> {
  const { rows } = await sql<{ owner: string }>`select owner from routing_connections where owner is not null`.execute(
    db,
  )
  const holder = servers.find(({ pid }) => rows[0]?.owner.split(':')[1] === String(pid))
  await (holder ?? assert.fail('nobody has the bind')).kill('SIGKILL')
}
