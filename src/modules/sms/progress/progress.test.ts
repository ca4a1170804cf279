import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { messagesOf } from '../../../../test/e2e/apps.ts'
import { assertLedger } from '../../../../test/ledger.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import { firstAccountId } from '../../accounts/index.ts'
import type { Progress } from '../model.ts'
import { listUnsubmitted } from '../sending/store-batches.ts'
import { writeProgress } from './progress.ts'
import { markProgress } from './store-progress.ts'

const carrier = 'simulator'
/** Scheduled after the end of the test, so that the test can write the carrier's results. */
const unsent = { schedule_time: '2199-12-31 23:59' }

onOneEngine('progress', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  async function accept(count = 1, message = 'Hello'): Promise<number[]> {
    const recipients = Array.from({ length: count }, (_, index) => ({
      recipient_id: index,
      dest_addr: String(255712350010 + index),
    }))
    const { body } = await world.send({ ...unsent, message, recipients })
    return (await messagesOf(world.db, body.request_id)).map(({ id }) => id)
  }
  const at = () => world.clock.now()
  const taken = (id: number, ...references: string[]): Progress => ({
    kind: 'taken',
    id,
    carrier,
    references,
    at: at(),
  })
  const receipt = (reference: string): Progress => ({
    kind: 'receipt',
    carrier,
    reference,
    status: 'DELIVERED',
    reason: null,
    at: at(),
  })
  const refusal = (id: number): Progress => ({ kind: 'final', id, status: 'UNDELIVERED', reason: 'refused', at: at() })
  const write = (...items: Progress[]) => writeProgress(world.app.sms, items)
  const stateOf = async (id: number) => {
    const { rows } = await sql<{ state: string }>`
      select concat_ws(' ', status, reason, case when submitted_at is not null then 'submitted' end) as state from sms_messages where id = ${id}
    `.execute(world.db)
    return rows[0]?.state
  }
  /** How many messages were submitted, delivered and failed during a change. */
  async function countsDuring(change: () => Promise<unknown>): Promise<number[]> {
    const counts = async () => {
      const { rows } = await sql<{ sent: number; delivered: number; failed: number }>`
        select coalesce(sum(sent), 0) as sent, coalesce(sum(delivered), 0) as delivered, coalesce(sum(failed), 0) as failed
          from sms_hours
         where account_id = ${firstAccountId}
      `.execute(world.db)
      return [rows[0]?.sent ?? 0, rows[0]?.delivered ?? 0, rows[0]?.failed ?? 0].map(Number)
    }
    const earlier = await counts()
    await change()
    await assertLedger(world.db)
    return (await counts()).map((count, index) => count - (earlier[index] ?? 0))
  }
  const spentEntries = async () =>
    (
      await sql<{
        sum: string | null
      }>`select sum(amount)::text as sum from ledger_entries where kind = 'spend'`.execute(world.db)
    ).rows[0]?.sum

  it('charges submitted messages and releases others in one batch', async () => {
    const [delivered = 0, pending = 0, refused = 0] = await accept(3)
    const counts = await countsDuring(() =>
      write(taken(delivered, 'mixed-1'), taken(pending, 'mixed-2'), refusal(refused), receipt('mixed-1')),
    )
    assert.deepEqual(counts, [2, 1, 1])
    assert.deepEqual(await Promise.all([delivered, pending, refused].map(stateOf)), [
      'DELIVERED submitted',
      'PENDING submitted',
      'UNDELIVERED refused',
    ])
  })

  it('charges a message once that two runs submit, and applies the receipt of the second', async () => {
    const [id = 0] = await accept()
    await write(taken(id, 'first-run'))
    const spent = await spentEntries()
    assert.deepEqual(await countsDuring(() => write(taken(id, 'second-run'), receipt('second-run'))), [0, 1, 0])
    assert.equal(await stateOf(id), 'DELIVERED submitted')
    assert.equal(await spentEntries(), spent)
  })

  it('applies a final status with a repeated submit, also for a message of several parts', async () => {
    const [refused = 0] = await accept()
    const [parted = 0] = await accept(1, 'x'.repeat(200))
    await write(taken(refused, 'twice'), taken(parted, 'half-1', 'half-2'))
    const counts = await countsDuring(() =>
      write(
        taken(refused, 'twice'),
        refusal(refused),
        taken(parted, 'other-1', 'other-2'),
        receipt('other-1'),
        receipt('other-2'),
      ),
    )
    assert.deepEqual(counts, [0, 1, 1])
    assert.equal(await stateOf(refused), 'UNDELIVERED refused submitted')
    assert.equal(await stateOf(parted), 'DELIVERED submitted')
  })

  it('changes nothing when a batch is written again after it was stored', async () => {
    const [delivered = 0, refused = 0] = await accept(2)
    const items = [taken(delivered, 'repeated'), receipt('repeated'), refusal(refused)]
    assert.deepEqual(await countsDuring(() => write(...items)), [1, 1, 1])
    assert.deepEqual(await countsDuring(() => write(...items)), [0, 0, 0])
  })

  it('does not charge for a submit of a message that has ended', async () => {
    const [id = 0] = await accept()
    assert.deepEqual(await countsDuring(() => write(refusal(id))), [0, 0, 1])
    assert.deepEqual(await countsDuring(() => write(taken(id, 'too-late'), receipt('too-late'))), [0, 0, 0])
    assert.equal(await stateOf(id), 'UNDELIVERED refused')
  })

  it('finds the pending message when the one in memory has ended', async () => {
    const [older = 0, newer = 0] = await accept(2)
    await write(taken(newer, 'reused'))
    // Another process submitted one message and ended the other.
    await markProgress(
      world.db,
      { taken: [{ id: older, carrier, references: ['reused'], at: at() }], finals: [] },
      at(),
    )
    await markProgress(
      world.db,
      { taken: [], finals: [{ id: newer, status: 'UNDELIVERED', reason: 'x', at: at() }] },
      at(),
    )
    assert.deepEqual(await countsDuring(() => write(receipt('reused'))), [0, 1, 0])
    assert.deepEqual(await Promise.all([older, newer].map(stateOf)), ['DELIVERED submitted', 'UNDELIVERED x submitted'])
  })

  it('matches a reference of two messages in one batch to the newest', async () => {
    const [older = 0, newer = 0] = await accept(2)
    await write(taken(newer, 'shared'), taken(older, 'shared'), receipt('shared'))
    assert.deepEqual(await Promise.all([older, newer].map(stateOf)), ['PENDING submitted', 'DELIVERED submitted'])
    await write(receipt('shared'))
    assert.equal(await stateOf(older), 'DELIVERED submitted')
  })

  it('keeps a waiting receipt until it is applied, when the process dies after the submit', async () => {
    const [id = 0] = await accept()
    await write(receipt('waiting'))
    const waiting = async () =>
      (await sql`select from sms_receipts where reference = 'waiting'`.execute(world.db)).rows.length
    const { hasWaiting } = await markProgress(
      world.db,
      { taken: [{ id, carrier, references: ['waiting'], at: at() }], finals: [] },
      at(),
    )
    assert.equal(hasWaiting, true)
    assert.equal(await stateOf(id), 'PENDING submitted')
    world.clock.moveForward(60_000)
    await until('it is applied', async () => (await stateOf(id)) === 'DELIVERED submitted' && (await waiting()) === 0)
    await assertLedger(world.db)
  })

  it('writes the changes of a batch or none', async () => {
    const [good = 0, bad = 0] = await accept(2)
    const items = [taken(good, 'good'), taken(bad, 'nul \0'), receipt('good')]
    assert.deepEqual(await countsDuring(() => assert.rejects(write(...items))), [0, 0, 0])
    assert.equal(await stateOf(good), 'PENDING')
    // The reference is not known, so the receipt waits for it.
    await write(receipt('good'))
    assert.equal(await stateOf(good), 'PENDING')
    await write(taken(good, 'good'))
    assert.equal(await stateOf(good), 'DELIVERED submitted')
  })

  it('reads batches of any size with one plan', async () => {
    const [id = 0] = await accept()
    const range = { id: 0, accountId: firstAccountId, carrier, firstMessageId: id, lastMessageId: id, validUntil: at() }
    const plans = await world.db.transaction(async (tx) => {
      await sql`
        insert into sms_messages (id, account_id, request_id, recipient_id, phone, carrier, segments, price)
        select m.id + number, m.account_id, m.request_id, m.recipient_id, m.phone, m.carrier, m.segments, m.price
          from sms_messages m, generate_series(1000, 20000) as number
         where m.id = ${id}
      `.execute(tx)
      await sql`analyze sms_messages, sms_requests`.execute(tx)
      for (let time = 0; time < 10; time += 1) assert.equal((await listUnsubmitted(tx, range)).length, 1)
      const { rows } = await sql<{ count: number }>`
        select sum(generic_plans)::int as count from pg_prepared_statements where statement like '%as "excludedBy"%'
      `.execute(tx)
      await sql`delete from sms_messages where id >= ${id + 1_000}`.execute(tx)
      return rows[0]?.count ?? 0
    })
    assert.ok(plans > 0, 'PostgreSQL made a new plan each time')
  })
})
