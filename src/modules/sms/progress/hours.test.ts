import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../../test/console/people.ts'
import { messagesOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { assertLedger } from '../../../../test/ledger.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import { cte } from '../../../engine/db/index.ts'
import { CALLING_CODES } from '../../../values/countries.ts'
import { firstAccountId } from '../../accounts/index.ts'
import { writeProgress } from './progress.ts'
import { countPart, hoursMark, moveCounts } from './store-hours.ts'

const dayMs = 86_400_000
const carrier = 'simulator'
const to = (...phones: string[]) => ({
  recipients: phones.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })),
})

/** The counts of all stored messages. */
const recount = sql`
  insert into sms_hours
    (account_id, hour, carrier, country, sender, campaign_id, reason, sent, unsent, delivered, failed, spent, failed_spent, delivery_seconds, timed)
  select m.account_id, date_trunc('hour', coalesce(m.submitted_at, m.done_at), 'UTC'), m.carrier, calling_code(m.phone), coalesce(m.sender, ''),
         case when m.submitter like 'campaign/%' then split_part(m.submitter, '/', 2)::bigint else 0 end,
         case when m.status = 'UNDELIVERED' then left(coalesce(nullif(m.reason, ''), 'undelivered'), 64) else '' end,
         count(m.submitted_at), count(*) filter (where m.submitted_at is null), count(*) filter (where m.status = 'DELIVERED'),
         count(*) filter (where m.status = 'UNDELIVERED'), coalesce(sum(m.price) filter (where m.submitted_at is not null), 0),
         coalesce(sum(m.price) filter (where m.submitted_at is not null and m.status = 'UNDELIVERED'), 0), 0,
         count(*) filter (where m.status = 'DELIVERED' and m.reason is distinct from 'no_receipt')
    from sms_messages m
   where coalesce(m.submitted_at, m.done_at) is not null
     and (m.submitted_at is not null or m.reason is distinct from 'cancelled')
   group by 1, 2, 3, 4, 5, 6, 7
`

onOneEngine('counts by hour', (engine) => {
  let world: World
  before(async () => {
    // An hour before midnight.
    const today = Math.floor(Date.now() / dayMs) * dayMs
    world = await openWorld(engine, { startAt: new Date(today - 9 * dayMs - 3_600_000) })
  })
  after(() => world.close())

  async function send(change: Record<string, unknown>): Promise<string> {
    const { status, text, body } = await world.send(change)
    assert.equal(status, 200, text)
    return body.request_id
  }
  const hour = () => world.clock.now().toISOString().slice(0, 13)
  const countsIn = async (text: string) => {
    const { rows } = await sql<{ sent: number; unsent: number; delivered: number; failed: number }>`
      select coalesce(sum(sent), 0)::int as sent, coalesce(sum(unsent), 0)::int as unsent, coalesce(sum(delivered), 0)::int as delivered,
             coalesce(sum(failed), 0)::int as failed
        from sms_hours
       where account_id = ${firstAccountId}
         and hour = ${`${text}:00:00Z`}::timestamptz
    `.execute(world.db)
    const { sent = 0, unsent = 0, delivered = 0, failed = 0 } = rows[0] ?? {}
    return [sent, unsent, delivered, failed]
  }
  const allHours = async () =>
    (
      await sql`select * from sms_hours order by account_id, hour, carrier, country, sender, campaign_id, reason`.execute(
        world.db,
      )
    ).rows

  it('have a message in the hour of its submit, whenever it ends', async () => {
    const first = hour()
    const mixed = await send(to('255712345678', '255712345679', '255712340000', '255712340003'))
    const inParts = await send({ message: 'x'.repeat(400), ...to('255712345677') })
    const silent = await send(to('255712340002'))
    const { status } = await world.request('POST', '/v1/request', { body: { appId: 1, msisdn: '255712345676' } })
    assert.equal(status, 200)
    await untilFinal(world.db, mixed)
    await untilFinal(world.db, inParts)
    await until('the carrier has it', async () =>
      (await messagesOf(world.db, silent)).every(({ submittedAt }) => submittedAt !== null),
    )
    await until('the PIN arrived', async () => (await countsIn(first))[2] === 4)
    assert.deepEqual(await countsIn(first), [6, 1, 4, 2])

    // It expires on another day.
    world.clock.moveForward(4 * dayMs)
    await untilFinal(world.db, silent)
    assert.deepEqual(await countsIn(first), [6, 1, 4, 3])
    assert.deepEqual(await countsIn(hour()), [0, 0, 0, 0])
  })

  it('leave out cancelled messages', async () => {
    const counts = await allHours()
    const later = await send({ ...to('255712345611', '255712345612'), schedule_time: '2199-12-31 23:59' })
    const { body } = await command(world, 'POST', `/accounts/${firstAccountId}/requests/${later}/cancel`, {})
    assert.equal(body.cancelled, 2)
    assert.deepEqual(await allHours(), counts)
  })

  it('count nothing twice when progress is written twice', async () => {
    const requestId = await send({ ...to('255712345613'), schedule_time: '2199-12-31 23:59' })
    const [sent = 0, unsent = 0, delivered = 0, failed = 0] = await countsIn(hour())
    const [message] = await messagesOf(world.db, requestId)
    const at = world.clock.now()
    const taken = { kind: 'taken', id: message?.id ?? 0, carrier, references: ['hours-1'], at } as const
    const receipt = { kind: 'receipt', carrier, reference: 'hours-1', status: 'DELIVERED', reason: null, at } as const
    const final = { kind: 'final', id: message?.id ?? 0, status: 'UNDELIVERED', reason: 'refused', at } as const
    await writeProgress(world.app.sms, [taken, receipt])
    assert.deepEqual(await countsIn(hour()), [sent + 1, unsent, delivered + 1, failed])
    await writeProgress(world.app.sms, [taken, receipt, final])
    assert.deepEqual(await countsIn(hour()), [sent + 1, unsent, delivered + 1, failed])
  })

  it('match the messages', async () => {
    const counted = (await allHours()) as Record<string, unknown>[]
    assert.deepEqual([...new Set(counted.map(({ sender, country }) => `${sender} ${country}`))], ['INFO 255'])
    await sql`delete from sms_hours`.execute(world.db)
    await recount.execute(world.db)
    // The recount has messages that failed after the submit only in the row of their reason.
    const sums = (rows: readonly Record<string, unknown>[]) => {
      const found = new Map<string, number>()
      for (const row of rows)
        for (const name of ['sent', 'unsent', 'delivered', 'failed', 'spent', 'failed_spent', 'timed']) {
          const { hour, carrier: over, country, sender, campaign_id, reason } = row
          const isOfReason = name === 'failed' || name === 'failed_spent' || name === 'unsent'
          const group = [String(hour), over, country, sender, campaign_id, isOfReason ? reason : '', name].join(' ')
          found.set(group, (found.get(group) ?? 0) + Number(row[name]))
        }
      return [...found].filter(([, count]) => count !== 0).sort()
    }
    assert.deepEqual(sums((await allHours()) as Record<string, unknown>[]), sums(counted))
    await assertLedger(world.db)
  })

  it('follow a message that another carrier gets after a failure', async () => {
    const requestId = await send({ ...to('255712345614'), schedule_time: '2199-12-31 23:59' })
    const id = (await messagesOf(world.db, requestId))[0]?.id ?? 0
    const at = world.clock.now()
    await writeProgress(world.app.sms, [{ kind: 'taken', id, carrier, references: ['hours-2'], at }])
    await sql`update sms_messages set carrier = 'other' where id = ${id}`.execute(world.db)
    await world.db.transaction((tx) => moveCounts(tx, carrier, [id]))
    await writeProgress(world.app.sms, [{ kind: 'final', id, status: 'UNDELIVERED', reason: 'refused', at }])
    const { rows } = await sql`
      select sum(sent)::int as sent, sum(failed)::int as failed, sum(spent) > 0 as paid from sms_hours where carrier = 'other'
    `.execute(world.db)
    assert.deepEqual(rows, [{ sent: 1, failed: 1, paid: true }])
    const { rows: old } = await sql<{ open: number }>`
      select sum(sent + unsent - delivered - failed)::int as open from sms_hours where carrier = ${carrier}
    `.execute(world.db)
    assert.equal(old[0]?.open, 0)
  })

  it('are written for many accounts at once in any order', async () => {
    const now = new Date('2030-01-01T10:00:00Z')
    const add = (order: string) => {
      const changed = cte(
        'changed',
        sql`
          select 1000000 + n as account_id, 'a' as carrier, '255712345678' as phone, 'DELIVERED' as status, null::text as reason, null::text as submitter, ${now}::timestamptz as submitted_at,
                 0.5 as price, 'INFO' as sender, true as is_taken
            from generate_series(0, 199) n
           order by n ${sql.raw(order)}
        `,
      )
      return sql`with ${changed.definition}, ${countPart(changed, now)} select 1`
    }
    // Without a fixed lock order, the two statements would deadlock.
    const orders = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 'asc' : 'desc'))
    await Promise.all(orders.map((order) => add(order).execute(world.db)))
    const { rows } = await sql`
      select country, sent::int, delivered::int, spent::text from sms_hours where account_id = 1000007
    `.execute(world.db)
    assert.deepEqual(rows, [{ country: '255', sent: 30, delivered: 30, spent: '15.0000' }])
  })

  it('change the mark of live updates in the newest hour and the one before', async () => {
    const account = 2_000_001
    const add = (hour: number) =>
      sql`
        insert into sms_hours as h values (${account}, ${`2030-01-01T${hour}:00:00Z`}, 'a', '255', '', 0, '', 1, 0, 0, 0, 0, 0, 0, 0)
            on conflict (account_id, hour, carrier, country, sender, campaign_id, reason) do update set delivered = h.delivered + 1
      `.execute(world.db)
    const read = async () => {
      const mark = hoursMark(sql`${account}::bigint`, new Date('2030-01-01T15:30:00Z'))
      return (await sql<{ mark: string }>`select ${mark} as mark`.execute(world.db)).rows[0]?.mark
    }
    const marks = [await read()]
    for (const hour of [13, 14, 13, 14]) {
      await add(hour)
      marks.push(await read())
    }
    assert.equal(new Set(marks).size, marks.length)
    await add(12)
    await add(16)
    assert.equal(await read(), marks.at(-1), 'an older hour, and one in the future')
  })

  it('know every calling code', async () => {
    const codes = CALLING_CODES.map(String)
    const { rows } = await sql<{ code: string }>`
      select calling_code(code || '712345678') as code from unnest(${codes}::text[]) with ordinality as v(code, place) order by place
    `.execute(world.db)
    assert.deepEqual(
      rows.map(({ code }) => code),
      codes,
    )
  })
})
