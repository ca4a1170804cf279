import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, type World } from '../../../../test/world.ts'
import type { Database } from '../../../engine/db/index.ts'
import { money } from '../../../values/money.ts'
import { firstAccountId } from '../../accounts/index.ts'
import type { Draft } from '../model.ts'
import { createFactMemory, forgetFacts, readFacts } from './facts.ts'

/** Answers nothing, so that a test fails when a fact is read. */
const unusable = { getExecutor: () => assert.fail('a fact was read') } as unknown as Database

/** Each test changes the facts of a sender ID, an account or its balance like another process would: only in SQL. */
onOneEngine('remembered facts about an account', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const scheduled = { schedule_time: '2099-01-01 00:00' }
  const recipients = (...numbers: string[]) =>
    numbers.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr }))
  const send = (change: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    world.send({ ...scheduled, recipients: recipients('255712000107'), ...change }, headers)

  async function count(table: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(world.db)
    return rows[0]?.count ?? 0
  }

  async function balance() {
    const { rows } = await sql<{ available: string; held: string }>`
      select available::float8::text as available, held::float8::text as held
        from balances
       where account_id = ${firstAccountId} and product = 'SMS'
    `.execute(world.db)
    return rows[0]
  }

  const setCredit = (available: number) =>
    sql`update balances set available = ${available}, held = 0 where account_id = ${firstAccountId}`.execute(world.db)

  beforeEach(async () => {
    await setCredit(1_000)
    assert.equal((await send()).body.code, 100)
    const facts = world.app.sms.facts
    assert.deepEqual([facts.senders.size, facts.consent.optOuts.get(firstAccountId)], [1, false])
  })

  const draft: Draft = {
    accountId: firstAccountId,
    sender: 'INFO',
    text: 'Hello',
    encoding: 'gsm7',
    segments: 1,
    scheduledAt: null,
    jobName: null,
    campaignTitle: null,
    total: 0,
    sorted: { candidates: [], invalid: 0, firstInvalid: null, duplicates: 0, refused: [] },
    lane: 'single',
    product: 'SMS',
    key: null,
    messagesPerDay: null,
  } as unknown as Draft

  it('are read once, and again after they were forgotten', async () => {
    const memory = createFactMemory()
    const consent = { withoutOptOuts: [firstAccountId], withoutRule: [], withoutList: true }
    const first = await readFacts(world.db, memory, [draft])
    assert.deepEqual(first.recalled, { senders: [], consent, credit: [] })
    const second = await readFacts(unusable, memory, [draft, draft])
    assert.equal(second.standingOf(draft).status, 'active')
    assert.equal(second.creditOf(draft).spendable, money(9_990_000n))
    assert.deepEqual(second.recalled.senders, [{ accountId: firstAccountId, sender: 'INFO' }])
    assert.deepEqual(second.recalled.consent, consent)
    forgetFacts(memory, [draft])
    await assert.rejects(readFacts(unusable, memory, [draft]), /a fact was read/)
  })

  it('do not accept a sender ID that was deactivated since, with and without an Idempotency-Key', async (test) => {
    const setStatus = (status: string) =>
      sql`update senders set status = ${status} where account_id = ${firstAccountId} and sender = 'INFO'`.execute(
        world.db,
      )
    test.after(() => setStatus('active'))
    await setStatus('inactive')
    const requests = await count('sms_requests')
    assert.equal((await send()).body.code, 111)
    await setStatus('active')
    assert.equal((await send()).body.code, 100)
    await setStatus('inactive')
    assert.equal((await send({}, { 'idempotency-key': 'deactivated' })).body.code, 111)
    assert.equal(await count('sms_requests'), requests + 1)
    await setStatus('active')
    assert.equal((await send({}, { 'idempotency-key': 'deactivated' })).body.code, 100)
    assert.equal(await count('sms_requests'), requests + 2)
    assert.deepEqual(await balance(), { available: '997', held: '3' })
  })

  it('respect the first opt-out of an account', async (test) => {
    test.after(async () => {
      await sql`delete from sms_optouts`.execute(world.db)
      world.app.sms.facts.consent.optOuts.clear()
    })
    await sql`insert into sms_optouts (account_id, phone, source, created_at) values (${firstAccountId}, '255712000107', 'stop', now())`.execute(
      world.db,
    )
    const { body } = await send({ recipients: recipients('255712000107', '255712000207') })
    assert.deepEqual([body.code, body.valid], [100, 1])
    assert.equal(world.app.sms.facts.consent.optOuts.get(firstAccountId), true)
    const { rows } = await sql`select phone from sms_messages where request_id = ${Number(body.request_id)}`.execute(
      world.db,
    )
    assert.deepEqual(rows, [{ phone: '255712000207' }])
  })

  it('sell exactly the credit that another process has left, and report it', async () => {
    await setCredit(2)
    const answers = await Promise.all([send(), send(), send(), send()])
    assert.deepEqual(
      answers.map(({ body }) => body.code),
      [100, 100, 102, 102],
    )
    for (const { headers } of answers.slice(2)) assert.match(String(headers['ngoma-hint']), /costs 1\b.*\b0\b/)
    assert.deepEqual(await balance(), { available: '0', held: '2' })
  })

  it('spend new credit of an account that had too little', async () => {
    await setCredit(0)
    assert.equal((await send()).body.code, 102)
    await setCredit(1)
    assert.equal((await send()).body.code, 100)
    await setCredit(3)
    assert.equal((await send({ recipients: recipients('255712000107', '255712000207') })).body.code, 100)
    assert.deepEqual(await balance(), { available: '1', held: '2' })
  })

  it('remind of low credit as soon as reminders are set', async (test) => {
    const setLevel = (level: number) =>
      sql`update balances set credit_level = ${level}, email_reminder = ${level > 0}, low_since = null where account_id = ${firstAccountId}`.execute(
        world.db,
      )
    const isReminded = async () => {
      const { rows } = await sql<{ low: boolean }>`
        select low_since is not null as low from balances where account_id = ${firstAccountId} and product = 'SMS'
      `.execute(world.db)
      return rows[0]?.low
    }
    test.after(() => setLevel(0))
    await setLevel(1_000)
    assert.equal((await send()).body.code, 100)
    assert.equal(await isReminded(), true)
    await setLevel(0)
    assert.equal((await send()).body.code, 100)
    assert.equal(await isReminded(), false)
    assert.deepEqual(await balance(), { available: '997', held: '3' })
  })
})
