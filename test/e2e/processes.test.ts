import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { App } from '../../src/app.ts'
import { createClock, type MovableClock } from '../../src/engine/clock.ts'
import { applyReceipts, stored } from '../../src/modules/sms/progress/progress.ts'
import { markProgress } from '../../src/modules/sms/progress/store-progress.ts'
import { assertLedger } from '../ledger.ts'
import { openTestDatabase, postgresUrl, type TestDatabase, until } from '../world.ts'
import { messagesOf, openAppOn, type StoredMessage, sendThrough, untilFinal } from './apps.ts'

const carrier = 'simulator'
/** They will not be sent as long as a test lasts, so that a test can say what the carrier said, and to whom. */
const unsent = { schedule_time: '2199-12-31 23:59' }
const twoParts = 'x'.repeat(200)
const many = 100

describe('Two processes on one database', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  let database: TestDatabase
  let clock: MovableClock
  let one: App
  let other: App
  before(async () => {
    database = await openTestDatabase('postgres')
    clock = createClock()
    one = await openAppOn(database, { clock })
    other = await openAppOn(database, { clock })
  })
  after(async () => {
    await Promise.all([one.close(), other.close()])
    await database.drop()
  })

  async function accept(count: number, message = 'Hello'): Promise<{ requestId: string; messages: StoredMessage[] }> {
    const recipients = Array.from({ length: count }, (_, index) => ({
      recipient_id: index,
      dest_addr: String(255712350010 + index),
    }))
    const requestId = await sendThrough(one, { ...unsent, message, recipients })
    return { requestId, messages: await messagesOf(database.db, requestId) }
  }

  const answer = ({ sms }: App, id: number, ...references: string[]) =>
    sms.progress.add({ kind: 'taken', id, carrier, references, at: clock.now() })
  const receipt = (reference: string) =>
    ({ carrier, reference, status: 'DELIVERED', reason: null, at: clock.now() }) as const
  const receive = ({ sms }: App, reference: string) => sms.progress.add({ kind: 'receipt', ...receipt(reference) })
  const statusesOf = async (requestId: string) =>
    new Set((await messagesOf(database.db, requestId)).map(({ status }) => status))

  async function untilDelivered(requestId: string) {
    await untilFinal(database.db, requestId)
    assert.deepEqual(await statusesOf(requestId), new Set(['DELIVERED']))
  }

  it('match a receipt on one process with the submit response on the other, in either order', async () => {
    const { requestId, messages } = await accept(2)
    const [first, second] = messages
    await receive(one, 'first')
    await answer(other, first?.id ?? 0, 'first')
    await answer(other, second?.id ?? 0, 'second')
    await receive(one, 'second')
    assert.deepEqual(await statusesOf(requestId), new Set(['DELIVERED']))
  })

  it('match them when both arrive at the same time', async () => {
    const { requestId, messages } = await accept(many)
    await Promise.all(messages.flatMap(({ id }) => [answer(one, id, `same-${id}`), receive(other, `same-${id}`)]))
    // Longer than the wait before the next try, also after several that came too early.
    clock.moveForward(60_000)
    await untilDelivered(requestId)
    // That a receipt was matched is committed a moment before its row goes.
    await until('no receipt is left', async () => {
      const { rows } = await sql`select 1 from sms_receipts where reference like 'same-%'`.execute(database.db)
      return rows.length === 0
    })
  })

  it("match them when neither sees the other's uncommitted write", async () => {
    const { requestId, messages } = await accept(1)
    const taken = [{ id: messages[0]?.id ?? 0, carrier, references: ['unseen'], at: clock.now() }]
    await database.db.transaction(async (tx) => {
      assert.equal((await markProgress(tx, { taken, finals: [] }, clock.now())).hasWaiting, false)
      await receive(other, 'unseen')
      const { rows } = await sql`select 1 from sms_receipts where reference = 'unseen'`.execute(other.sms.db)
      assert.equal(rows.length, 1, 'it is kept, since there is no such message yet')
    })
    clock.moveForward(1_000)
    await untilDelivered(requestId)
  })

  it('finish a message whose two parts arrive at the same time, one on each process', async () => {
    const { requestId, messages } = await accept(1, twoParts)
    await answer(one, messages[0]?.id ?? 0, 'part-1', 'part-2')
    let second = Promise.resolve()
    await database.db.transaction(async (tx) => {
      await applyReceipts(tx, { taken: [], finals: [] }, stored([receipt('part-1')]), clock.now())
      second = receive(other, 'part-2')
      await untilDoneOrWaiting(second)
    })
    await second
    assert.deepEqual(await statusesOf(requestId), new Set(['DELIVERED']))
  })

  it('do not block each other when both get the same receipts, in any order', async () => {
    const { requestId, messages } = await accept(many)
    const { requestId: inParts, messages: parted } = await accept(many, twoParts)
    await Promise.all([
      ...messages.map(({ id }) => answer(one, id, `twice-${id}`)),
      ...parted.map(({ id }) => answer(one, id, `twice-${id}-1`, `twice-${id}-2`)),
    ])
    const references = [
      ...messages.map(({ id }) => `twice-${id}`),
      ...parted.flatMap(({ id }) => [`twice-${id}-1`, `twice-${id}-2`]),
    ]
    await Promise.all([
      ...references.map((reference) => receive(one, reference)),
      ...references.toReversed().map((reference) => receive(other, reference)),
    ])
    assert.deepEqual(await statusesOf(requestId), new Set(['DELIVERED']))
    assert.deepEqual(await statusesOf(inParts), new Set(['DELIVERED']))
  })

  it('charge each message once when both submit it at the same time', async () => {
    const { requestId, messages } = await accept(many)
    await Promise.all(
      messages.flatMap(({ id }) => [
        answer(one, id, `one-${id}`),
        answer(other, id, `other-${id}`),
        receive(one, `one-${id}`),
        receive(other, `other-${id}`),
      ]),
    )
    assert.deepEqual(await statusesOf(requestId), new Set(['DELIVERED']))
    await assertLedger(database.db)
  })

  for (const [kind, text, parts] of [
    ['whole messages', 'Hello', 1],
    ['parts', twoParts, 2],
  ] as const) {
    it(`lock messages in the same order and never deadlock: receipts of ${kind}`, async () => {
      const { requestId, messages } = await accept(2, text)
      const [low = 0, high = 0] = messages.map(({ id }) => id)
      const references = [high, low].map((id) => Array.from({ length: parts }, (_, part) => `order-${id}-${part}`))
      await Promise.all([answer(one, low, ...(references[1] ?? [])), answer(one, high, ...(references[0] ?? []))])
      let received: Promise<unknown> = Promise.resolve()
      await database.db.transaction(async (tx) => {
        await sql`select 1 from sms_messages where id = ${low} for update`.execute(tx)
        received = Promise.all(references.flat().map((reference) => receive(other, reference)))
        await untilDoneOrWaiting(received)
        await sql`select 1 from sms_messages where id = ${high} for update nowait`.execute(tx)
      })
      await received
      assert.deepEqual(await statusesOf(requestId), new Set(['DELIVERED']))
    })
  }

  it('send each message once, whichever process claims its batch', async () => {
    const recipients = Array.from({ length: 500 }, (_, index) => ({
      recipient_id: index,
      dest_addr: String(255712360010 + index),
    }))
    const requestIds = await Promise.all([one, other, one, other].map((app) => sendThrough(app, { recipients })))
    for (const requestId of requestIds) await untilDelivered(requestId)
    const { rows } = await sql<{ references: number; messages: number }>`
      select count(*) as references, count(distinct r.message_id) as messages
        from sms_references r
        join sms_messages m on m.id = r.message_id
       where m.request_id = any(${requestIds}::bigint[])
    `.execute(database.db)
    assert.deepEqual(rows, [{ references: 2_000, messages: 2_000 }])
  })

  async function untilDoneOrWaiting(work: Promise<unknown>) {
    let done = false
    work.finally(() => (done = true)).catch(() => {})
    await until('the other process is done, or waits for a lock', async () => {
      const { rows } =
        await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          other.sms.db,
        )
      return done || rows.length > 0
    })
  }
})
