import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { messagesOf, recordSubmits, simulatorOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import type { Submission } from '../../../carriers/carrier.ts'
import { firstAccountId } from '../../accounts/index.ts'
import { cancelRequest } from '../scheduling/scheduled.ts'
import { dispatchTopic } from './dispatch.ts'
import { moveWaiting } from './move.ts'
import { insertSends } from './store-accept.ts'
import type { BatchOffer } from './store-new-rows.ts'

const minute = 60_000

onOneEngine('batches that are handed off', (engine) => {
  let world: World
  let submits: Submission[]
  const announced: string[] = []
  before(async () => {
    world = await openWorld(engine)
    submits = recordSubmits(simulatorOf(world.app))
    const { work } = world.app.sms
    await until('the carrier is ready', () => {
      work.wake()
      return work.handOff(dispatchTopic('simulator', 'bulk')) !== null
    })
    const { announce } = work
    work.announce = (topic) => {
      announced.push(topic)
      announce(topic)
    }
  })
  after(() => world.close())

  const send = async (change: Record<string, unknown> = {}): Promise<string> => {
    announced.length = 0
    const { status, text, body } = await world.send(change)
    assert.equal(status, 200, text)
    return body.request_id
  }
  const phonesFrom = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ recipient_id: index + 1, dest_addr: String(first + index) }))

  it('are sent from memory, as they were accepted', async () => {
    // A message that was read would have this text.
    await sql`
      create function test_other_text() returns trigger language plpgsql as $$ begin new.text := 'read'; return new; end $$;
      create trigger test_other_text before insert on sms_messages for each row execute function test_other_text();
    `.execute(world.db)
    const requestId = await send({ recipients: phonesFrom(255712381010, 3), message: 'from memory' })
    const ended = await untilFinal(world.db, requestId)
    await sql`drop trigger test_other_text on sms_messages`.execute(world.db)
    const own = submits.filter(({ phone }) => phone.startsWith('2557123810'))
    assert.deepEqual(
      own.map(({ id, sender, phone, parts, lane }) => ({ id, sender, phone, parts, lane })),
      ended.map(({ id }, index) => ({
        id,
        sender: 'INFO',
        phone: String(255712381010 + index),
        parts: ['from memory'],
        lane: 'bulk',
      })),
    )
    assert.deepEqual(
      announced.filter((topic) => topic.startsWith('sms_batches')),
      [],
    )
    await until(
      'no batch is left',
      async () => (await sql`select from sms_batches`.execute(world.db)).rows.length === 0,
    )
  })

  it('leave scheduled and large sends to claims', async () => {
    await send({ schedule_time: '2090-01-01 00:00' })
    const requestId = await send({ recipients: phonesFrom(255712382010, 1_001) })
    assert.deepEqual(new Set(announced), new Set([dispatchTopic('simulator', 'bulk')]))
    await untilFinal(world.db, requestId)
  })

  it('are not sent to a number that opts out while they are accepted', async () => {
    await sql`insert into sms_optouts (account_id, phone, source, created_at) values (${firstAccountId}, '255712383999', 'stop', now())`.execute(
      world.db,
    )
    await sql`
      create function test_opt_out() returns trigger language plpgsql as $$
      begin
        insert into sms_optouts (account_id, phone, source, created_at) values (new.account_id, new.phone, 'stop', now());
        return new;
      end $$;
      create trigger test_opt_out before insert on sms_messages for each row
        when (new.phone = '255712383010') execute function test_opt_out();
    `.execute(world.db)
    const requestId = await send({ recipients: phonesFrom(255712383010, 1) })
    const ended = await untilFinal(world.db, requestId)
    assert.deepEqual(
      ended.map(({ status, reason }) => [status, reason]),
      [['UNDELIVERED', 'opted_out']],
    )
    await sql`delete from sms_optouts`.execute(world.db)
    world.app.sms.facts.consent.optOuts.clear()
  })

  it('can neither be cancelled nor moved', async () => {
    const simulator = simulatorOf(world.app)
    const { submit } = simulator
    const answered = Promise.withResolvers<void>()
    simulator.submit = async (submission) => {
      await answered.promise
      return submit(submission)
    }
    const requestId = await send()
    assert.deepEqual(await cancelRequest(world.app.sms, firstAccountId, Number(requestId)), {
      cancelled: 0,
      tooLate: 1,
    })
    await moveWaiting({
      ...world.app.sms,
      routing: { ...world.app.sms.routing, isAvailable: () => false, hasOther: () => true },
    })
    simulator.submit = submit
    answered.resolve()
    await untilFinal(world.db, requestId)
    assert.deepEqual(
      (await messagesOf(world.db, requestId)).map(({ status }) => status),
      ['DELIVERED'],
    )
  })

  // No worker serves this carrier.
  const carrier = 'elsewhere'
  const now = () => world.clock.now()
  const ago = (ms: number) => new Date(now().getTime() - ms)
  let nextId = 9_000_000_000

  const batch = (owner: string | undefined, dueAt: Date, accountId: number) => {
    nextId += 1
    const range = { firstMessageId: nextId, lastMessageId: nextId }
    return {
      accountId,
      carrier,
      lane: 'single',
      ...range,
      validUntil: dueAt,
      dueAt,
      ...(owner ? { owner } : {}),
    } as const
  }
  async function insert(owner?: string, { dueAt = now(), accountId = firstAccountId } = {}): Promise<boolean> {
    const offers: BatchOffer[] = owner
      ? [{ carrier, lane: 'single', owner, leaseSeconds: 60, dueBefore: ago(minute) }]
      : []
    const consent = { withoutOptOuts: [], withoutRule: [], withoutList: false }
    const recalled = { senders: [], consent, credit: [] }
    const rows = {
      requests: [],
      messages: [],
      batches: [batch(owner, dueAt, accountId)],
      refused: [],
      labels: [],
      charges: [],
      recalled,
      undisturbed: [],
    }
    return (await insertSends(world.db, { ...rows, now: now() }, offers, minute)).length === 1
  }
  const clear = () => sql`delete from sms_batches where carrier = ${carrier}`.execute(world.db)
  const suspend = (at: Date | null) =>
    sql`update accounts set suspended_at = ${at} where id = ${firstAccountId}`.execute(world.db)

  it('are inserted with the lease of the offer', async () => {
    assert.equal(await insert('me:1'), true)
    const { rows } = await sql<{ owner: string; attempts: number; left: number }>`
      select lease_owner as owner, attempts, date_part('epoch', lease_until - clock_timestamp()) as left
        from sms_batches where carrier = ${carrier}
    `.execute(world.db)
    assert.deepEqual(
      rows.map(({ owner, attempts, left }) => [owner, attempts, left > 50 && left <= 60]),
      [['me:1', 1, true]],
    )
    assert.equal(await insert(), false)
    await clear()
  })

  it('are not leased when they would overtake an older batch', async () => {
    await insert()
    assert.equal(await insert('me:2'), true, 'a younger batch does not count')
    await insert(undefined, { dueAt: ago(2 * minute), accountId: 777 })
    assert.equal(await insert('me:3'), false)
    await sql`update sms_batches set lease_owner = 'x', lease_until = clock_timestamp() + interval '1 minute' where account_id = 777`.execute(
      world.db,
    )
    assert.equal(await insert('me:4'), true, 'a claimed batch does not count')
    await sql`update sms_batches set lease_until = clock_timestamp() - interval '1 minute' where account_id = 777`.execute(
      world.db,
    )
    assert.equal(await insert('me:5'), false, 'the worker with the older batch has died')
    await clear()
  })

  it('are not leased for a suspended account, whose batches do not hold up others', async () => {
    await suspend(now())
    assert.equal(await insert('me:6'), false)
    await insert(undefined, { dueAt: ago(2 * minute) })
    assert.equal(await insert('me:7', { accountId: 777 }), true)
    await suspend(null)
    await clear()
  })
})
