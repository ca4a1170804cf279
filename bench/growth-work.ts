/** Due and later work of many accounts, inserted as the program does it. */
import { sql } from 'kysely'
import { createClock } from '../src/engine/clock.ts'
import { createIds, type Database } from '../src/engine/db/index.ts'
import { channel } from '../src/engine/work/claim.ts'
import { messagePartitions, requestPartitions } from '../src/modules/sms/removal/store-partitions.ts'

export interface Range {
  readonly first: number
  readonly last: number
}

/** Single messages of accounts in turn, each in its own batch. They cost nothing, so that no balance changes. */
export async function insertBatches(db: Database, accounts: number, count: number, inSeconds: number): Promise<Range> {
  const clock = createClock()
  const requests = createIds(db, { ...requestPartitions, clock })
  const messages = createIds(db, { ...messagePartitions, clock })
  const firstRequest = await requests.take(count)
  const first = await messages.take(count)
  const series = sql`generate_series(0, ${count - 1}::bigint) as n`
  const account = sql`2 + n % ${accounts}::bigint`
  const due = sql`now() + make_interval(secs => ${inSeconds})`
  await db.transaction(async (tx) => {
    await sql`
      insert into sms_requests (id, account_id, sender, text, encoding, segments, due_at, valid_until, first_message_id, last_message_id, valid, invalid,
                                duplicates, opted_out, created_at)
      select ${firstRequest}::bigint + n, ${account}, 'INFO', 'Hello', 'gsm', 1, ${due}, ${due} + interval '3 days', ${first}::bigint + n, ${first}::bigint + n,
             1, 0, 0, 0, now()
        from ${series}
    `.execute(tx)
    await sql`
      insert into sms_messages (id, account_id, request_id, recipient_id, phone, carrier, segments, price)
      select ${first}::bigint + n, ${account}, ${firstRequest}::bigint + n, '1', (255760000000 + n * 10)::text, 'simulator', 1, 0 from ${series}
    `.execute(tx)
    await sql`
      with batches as (
        insert into sms_batches (account_id, carrier, lane, first_message_id, last_message_id, valid_until, due_at)
        select ${account}, 'simulator', 'single', ${first}::bigint + n, ${first}::bigint + n, ${due} + interval '3 days', ${due} from ${series}
        returning *
      )
      insert into sms_expiries (account_id, carrier, first_message_id, last_message_id, valid_until, first_due_at, due_at)
      select account_id, carrier, first_message_id, last_message_id, valid_until, due_at, due_at + interval '60 s' from batches
    `.execute(tx)
    if (inSeconds <= 0) await sql`select pg_notify(${channel}, 'sms_batches/simulator/single ')`.execute(tx)
  })
  return { first, last: first + count - 1 }
}

export async function deleteBatches(db: Database, { first, last }: Range): Promise<void> {
  for (const table of ['sms_batches', 'sms_expiries'])
    await sql`delete from ${sql.table(table)} where first_message_id between ${first} and ${last}`.execute(db)
  await sql`
    update sms_messages set status = 'UNDELIVERED', reason = 'cancelled', done_at = now() where id between ${first} and ${last} and status = 'PENDING'
  `.execute(db)
  for (const table of ['sms_batches', 'sms_expiries']) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}

export async function lastMessage(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select max(id) as id from sms_messages`.execute(db)
  return rows[0]?.id ?? 0
}

/** How many messages of a range are not final. */
export async function countPending(db: Database, { first, last }: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sms_messages where id between ${first} and ${last} and status = 'PENDING'
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Events of all endpoints in turn. */
export async function insertEvents(db: Database, count: number, inSeconds: number): Promise<Range> {
  const { rows } = await sql<Range>`
    with endpoints as (select id, account_id, row_number() over (order by id) - 1 as place, count(*) over () as total from webhook_endpoints),
         events as (
           insert into webhook_events (account_id, endpoint_id, body, created_at, due_at)
           select e.account_id, e.id, '{"status":"DELIVERED"}', now(), now() + make_interval(secs => ${inSeconds})
             from generate_series(0, ${count - 1}::bigint) as n join endpoints e on e.place = n % e.total
           returning id
         )
    select min(id) as first, max(id) as last, pg_notify(${channel}, 'webhook_events ') from events
  `.execute(db)
  return rows[0] ?? { first: 0, last: 0 }
}

export async function deleteEvents(db: Database, { first, last }: Range): Promise<void> {
  await sql`delete from webhook_events where id between ${first} and ${last}`.execute(db)
  await sql`vacuum (analyze) webhook_events`.execute(db)
}

export async function countDueEvents(db: Database, { first, last }: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from webhook_events where id between ${first} and ${last} and due_at is not null
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}
