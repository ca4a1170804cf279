import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addAccount, command } from '../../../../test/console/people.ts'
import { messagesOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { onOneEngine, openWorld, type World } from '../../../../test/world.ts'
import { firstAccountId } from '../../accounts/index.ts'
import type { RetentionRule } from '../../table-data/index.ts'
import { sendSms } from '../sending/send.ts'
import { smsRetentionRules } from './retention-rules.ts'

const dayMs = 86_400_000

const recipients = (count: number, first = 255_712_000_101) =>
  Array.from({ length: count }, (_, index) => ({
    recipient_id: first + index,
    dest_addr: String(first + index * 10),
  }))

onOneEngine('removal of old messages', (engine) => {
  let world: World
  let messages: RetentionRule
  let texts: RetentionRule
  before(async () => {
    world = await openWorld(engine, { startAt: new Date('2026-03-02T08:00:00Z') })
    restart()
  })
  after(() => world.close())

  /** As after a restart of the process, without the memory of an earlier run. */
  function restart() {
    const [first, second] = smsRetentionRules(world.app.sms)
    assert.ok(first && second)
    messages = first
    texts = second
  }

  async function send(change: Record<string, unknown> = {}): Promise<string> {
    const { status, text, body } = await world.send(change)
    assert.equal(status, 200, text)
    if (change.schedule_time === undefined) await untilFinal(world.db, body.request_id)
    return body.request_id
  }
  const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * dayMs)
  const pass = (days: number) => world.clock.moveForward(days * dayMs)

  async function removeAll(
    rule: RetentionRule,
    accountId: number | null,
    before: Date,
    limit = 1_000,
  ): Promise<number> {
    let removed = 0
    for (;;) {
      const some = await rule.remove({ accountId, before }, limit)
      if (some === 0) return removed
      removed += some
    }
  }

  const partitionsOf = async (table: string) =>
    (
      await sql<{ name: string }>`
        select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = ${table}::regclass order by c.oid
      `.execute(world.db)
    ).rows.map(({ name }) => name.replace(`${table}_p`, ''))
  const countRows = async (table: string) =>
    (await sql<{ count: number }>`select count(*) as count from ${sql.id(table)}`.execute(world.db)).rows[0]?.count
  const get = (path: string) => command(world, 'GET', `/accounts/${firstAccountId}${path}`)
  async function assertClean() {
    assert.deepEqual((await command(world, 'GET', '/ledger/check')).body.wrong, [])
  }

  it('drops whole partitions, and the ledger stays exact', async () => {
    const old = await send({
      message: 'x'.repeat(200),
      recipients: [...recipients(3), ...recipients(2, 255_712_000_000)],
    })
    await world.request('POST', '/v1/request', { body: { appId: 1, msisdn: '255712000501' } })
    const [oldMessage] = await messagesOf(world.db, old)
    const refused = await send({ recipients: [...recipients(1), { recipient_id: 9, dest_addr: '12' }] })
    pass(8)
    const second = await send({ recipients: recipients(2) })
    pass(8)
    const third = await send({ recipients: recipients(2) })
    const tables = ['sms_messages', 'sms_references', 'sms_part_receipts', 'sms_requests', 'sms_refused']
    for (const table of tables) assert.deepEqual(await partitionsOf(table), ['0', '1', '2', '3'], table)

    // The first partition ended nine days ago, but its limit has not passed.
    assert.equal(await removeAll(messages, null, daysAgo(17)), 0)
    assert.equal(await messages.count({ accountId: null, before: daysAgo(17) }, 100), 0)
    assert.equal(await messages.count({ accountId: null, before: daysAgo(10) }, 100), 10)
    assert.equal(await messages.count({ accountId: null, before: daysAgo(10) }, 5), 5)

    // Without the trigger, because nothing is deleted row by row.
    await sql`alter table sms_messages disable trigger count_removed`.execute(world.db)
    assert.equal(await messages.remove({ accountId: null, before: daysAgo(10) }, 1_000), 7)
    assert.equal(await messages.remove({ accountId: null, before: daysAgo(10) }, 1_000), 3)
    assert.equal(await messages.remove({ accountId: null, before: daysAgo(10) }, 1_000), 0)
    await sql`alter table sms_messages enable trigger count_removed`.execute(world.db)
    for (const table of tables) assert.deepEqual(await partitionsOf(table), ['1', '2', '3'], table)
    await assertClean()
    const { rows } = await sql`
      select product, day::text, hold::text, spend::text, release::text from ledger_removals order by product
    `.execute(world.db)
    assert.deepEqual(rows, [
      { product: 'OTP', day: '2026-03-02', hold: '1.0000', spend: '1.0000', release: '0.0000' },
      { product: 'SMS', day: '2026-03-02', hold: '11.0000', spend: '9.0000', release: '2.0000' },
    ])

    // Everything about the removed request looks as if it had never existed.
    for (const request of [old, refused]) assert.equal((await world.statuses(request)).size, 0)
    assert.equal((await world.request('GET', '/public/v1/delivery-reports?dest_addr=255712000101')).body.length, 2)
    assert.equal((await get(`/messages/${oldMessage?.id}`)).status, 404)
    assert.equal((await get(`/requests/${old}/recipients`)).status, 404)
    assert.deepEqual((await get(`/messages?request=${old}`)).body.data, [])
    assert.equal((await get('/messages')).body.data.length, 4)
    assert.equal((await get('/requests')).body.data.length, 2)
    assert.equal((await command(world, 'GET', `/messages/${oldMessage?.id}`)).status, 404)
    assert.equal((await command(world, 'GET', `/requests/${old}/messages`)).status, 404)
    assert.equal((await command(world, 'POST', `/accounts/1/requests/${old}/cancel`, {})).status, 404)
    for (const request of [second, third]) assert.equal((await world.statuses(request)).size, 2)
    // A late receipt for a removed message is stored as unknown.
    await world.app.sms.progress.add({
      kind: 'receipt',
      carrier: 'simulator',
      reference: 'of a removed message',
      status: 'DELIVERED',
      reason: null,
      at: world.clock.now(),
    })
    await send()
  })

  it('empties partitions in batches while they have pending messages', async () => {
    pass(8)
    const due = '2027-01-01 00:00'
    const later = await send({ schedule_time: due, recipients: recipients(2) })
    const done = [await send({ recipients: recipients(5) }), await send({ recipients: recipients(1) })]
    pass(8)
    await send()
    const before = daysAgo(1)
    // The partitions of both earlier weeks are dropped, and that of the third has 6 messages that ended.
    const dropped = ['1', '2']
    const removed = await removeAll(messages, null, before, 4)
    assert.ok(removed > 8, String(removed))
    for (const table of ['sms_messages', 'sms_references', 'sms_requests']) {
      const left = await partitionsOf(table)
      assert.deepEqual([dropped.some((name) => left.includes(name)), left], [false, ['3', '4', '5']], table)
    }
    assert.deepEqual([...(await world.statuses(later)).values()], ['PENDING', 'PENDING'])
    for (const request of done) assert.equal((await get(`/requests/${request}/recipients`)).status, 404)
    await assertClean()
    restart()
    assert.equal(await removeAll(messages, null, before), 0)

    // The pending messages can still be rescheduled, cancelled and removed.
    const [scheduled] = (await get('/scheduled')).body.data
    assert.equal(scheduled.id, Number(later))
    await command(world, 'POST', `/accounts/1/requests/${later}/cancel`, {})
    assert.equal(await removeAll(messages, null, before), 0)
    pass(3)
    assert.equal(await removeAll(messages, null, daysAgo(1)), 3)
    assert.ok(!(await partitionsOf('sms_messages')).includes('3'))
    await assertClean()
  })

  it('removes messages of one account in small batches', async () => {
    const other = await addAccount(world, 'Other')
    await command(world, 'POST', `/accounts/${other}/credit`, { product: 'SMS', amount: '100' })
    const content = {
      sender: 'INFO',
      text: 'Hello',
      encoding: 'gsm' as const,
      segments: 1,
      jobName: null,
      campaignTitle: null,
    }
    const numbers = (count: number) =>
      recipients(count).map(({ recipient_id, dest_addr }) => ({ recipientId: String(recipient_id), number: dest_addr }))
    const sendAs = async (count: number, scheduledAt: Date | null = null) => {
      const { requestId } = await sendSms(
        world.app.sms,
        other,
        { ...content, scheduledAt, recipients: numbers(count) },
        null,
        null,
      )
      if (scheduledAt === null) await untilFinal(world.db, String(requestId))
      return String(requestId)
    }
    const mine = await send({ recipients: recipients(3) })
    await sendAs(1, new Date('2027-01-01T00:00:00Z'))
    const old = [await sendAs(7), await sendAs(1), await sendAs(2)]
    pass(3)
    const young = await sendAs(2)
    const before = daysAgo(2)
    assert.equal(await messages.count({ accountId: other, before }, 100), 13)
    const steps: number[] = []
    for (;;) {
      const removed = await messages.remove({ accountId: other, before }, 3)
      if (removed === 0) break
      steps.push(removed)
    }
    assert.deepEqual([steps.reduce((sum, one) => sum + one, 0), Math.max(...steps) <= 6], [13, true], String(steps))
    const left = (await command(world, 'GET', `/accounts/${other}/messages`)).body.data
    assert.deepEqual(
      left.map(({ requestId, stage }: { requestId: number; stage: string }) => [String(requestId) === young, stage]),
      [
        [true, 'delivered'],
        [true, 'delivered'],
        [false, 'scheduled'],
      ],
    )
    for (const request of old) assert.equal((await messagesOf(world.db, request)).length, 0)
    assert.equal((await messagesOf(world.db, mine)).length, 3)
    assert.equal(await countRows('sms_references'), await countSubmitted())
    await assertClean()
  })
  const countSubmitted = async () =>
    (
      await sql<{ count: number }>`select count(*) as count from sms_messages where submitted_at is not null`.execute(
        world.db,
      )
    ).rows[0]?.count

  it('does not trust the clocks of carriers', async () => {
    const [early, late] = [await send(), await send()]
    const set = (requestId: string, doneAt: string) =>
      sql`update sms_messages set done_at = ${doneAt}::timestamptz where request_id = ${requestId}`.execute(world.db)
    await set(early, '1999-01-01')
    await set(late, '2099-01-01')
    const removed = async (days: number) => {
      await removeAll(messages, firstAccountId, daysAgo(days))
      return [early, late].map(async (request) => (await messagesOf(world.db, request)).length === 0)
    }
    assert.deepEqual(await Promise.all(await removed(1)), [false, false])
    pass(6)
    assert.deepEqual(await Promise.all(await removed(2)), [true, true])
    await assertClean()
  })

  it('removes texts of ended requests, once', async () => {
    const [secret, own] = ['A very private text', 'Dear Asha']
    const due = '2027-01-01 00:00'
    const pending = await send({ message: secret, schedule_time: due })
    const done = await send({ message: secret, recipients: recipients(2) })
    const [first] = await messagesOf(world.db, done)
    await sql`update sms_messages set text = ${own} where id = ${first?.id}`.execute(world.db)
    pass(3)
    const young = await send({ message: secret })
    const before = daysAgo(2)
    assert.equal(await texts.count({ accountId: firstAccountId, before: daysAgo(30) }, 10), 0)
    assert.ok((await texts.count({ accountId: firstAccountId, before }, 10)) > 0)
    await removeAll(texts, firstAccountId, before, 2)
    const textOf = async (request: string) =>
      (await get(`/messages?request=${request}`)).body.data.map(({ text }: { text: string }) => text)
    assert.deepEqual([await textOf(pending), await textOf(done), await textOf(young)], [[secret], ['', ''], [secret]])
    assert.equal((await get(`/messages/${first?.id}`)).body.text, '')
    assert.equal((await get('/messages.csv')).status, 200)
    assert.equal(await texts.count({ accountId: firstAccountId, before }, 10), 0)
    assert.equal(await texts.remove({ accountId: firstAccountId, before }, 10), 0)
    assert.deepEqual([...(await world.statuses(done)).values()], ['DELIVERED', 'DELIVERED'])

    // The pending request is looked at again after it ended, also by another process.
    await command(world, 'POST', `/accounts/1/requests/${pending}/cancel`, {})
    restart()
    assert.equal(await texts.remove({ accountId: firstAccountId, before }, 10), 0)
    assert.deepEqual(await textOf(pending), [secret])
    pass(3)
    assert.equal(await removeAll(texts, firstAccountId, daysAgo(2)), 2)
    assert.deepEqual([await textOf(pending), await textOf(young)], [[''], ['']])

    const last = await send({ message: secret })
    pass(3)
    assert.equal((await removeAll(texts, null, daysAgo(2), 3)) > 0, true)
    assert.deepEqual(await textOf(last), [''])
    assert.equal(await texts.remove({ accountId: null, before: daysAgo(2) }, 10), 0)
    await assertClean()
  })
})
