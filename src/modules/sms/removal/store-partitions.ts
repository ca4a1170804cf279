import { sql } from 'kysely'
import { type PartitionBounds, type Queryable, run, type Tx } from '../../../engine/db/index.ts'
import { type IdRange, isEmptied, isKept } from './store-removal.ts'

/** Removing whole partitions. Bounds are literals, so that plans contain no other partition. */

const within = (column: string, { from, to }: PartitionBounds) =>
  sql`${sql.ref(column)} >= ${sql.lit(from)} and ${sql.ref(column)} < ${sql.lit(to)}`

/** Deletions of messages take the same lock, shared, in their trigger. */
export async function lockRemoval(tx: Tx): Promise<void> {
  await sql`
    set local statement_timeout = 0;
    set local work_mem = '64MB'
  `.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('ngoma removal of messages'))`.execute(tx)
}

type PartitionedTable = 'sms_messages' | 'sms_requests'

export const hasRows = (db: Queryable, table: PartitionedTable, bounds: PartitionBounds) =>
  run.hasRows(db)`select from ${sql.id(table)} where ${within('id', bounds)} limit 1`

/** When the first row since an id was accepted; null without one. */
export async function findFirstTime(db: Queryable, table: PartitionedTable, from: number): Promise<Date | null> {
  const first = sql`select * from ${sql.id(table)} where id >= ${sql.lit(from)} order by id limit 1`
  const found = await run.first<{ at: Date }>(db)`
    select r.created_at as at
      from (${first}) f
      join sms_requests r on r.id = ${sql.ref(table === 'sms_messages' ? 'f.request_id' : 'f.id')}
  `
  return found?.at ?? null
}

/**
 * Whether the first message of a partition must be kept, and when the last one was accepted. Null without messages.
 * Reads two messages.
 */
export function findMessageEnds(db: Queryable, bounds: PartitionBounds, before: Date) {
  const end = (direction: 'asc' | 'desc') => sql`
    select * from sms_messages where ${within('id', bounds)} order by id ${sql.raw(direction)} limit 1
  `
  return run.first<{ isKept: boolean; lastAt: Date }>(db)`
    select ${isKept(before)} as "isKept", q.created_at as "lastAt"
      from (${end('asc')}) m
     cross join (${end('desc')}) l
      join sms_requests r on r.id = m.request_id
      join sms_requests q on q.id = l.request_id
  `
}

/**
 * Adds the prices of all messages of a partition to the removals, as the trigger does for single messages. Returns
 * their number; null if some must be kept: then, the transaction must be rolled back.
 */
export async function countPartition(tx: Tx, bounds: PartitionBounds, before: Date): Promise<number | null> {
  const ends = await run.first<{ first: number | null; last: number | null }>(tx)`
    select min(request_id) as first, max(request_id) as last from sms_messages where ${within('id', bounds)}
  `
  const { first = null, last = null } = ends ?? {}
  if (first === null || last === null) return 0
  const found = await run.first<{ messages: number; kept: number }>(tx)`
    with summed as materialized (
      select m.account_id, m.product, a.currency, (r.created_at at time zone 'UTC')::date as day,
             sum(m.price) as hold,
             coalesce(sum(m.price) filter (where m.submitted_at is not null), 0) as spend,
             coalesce(sum(m.price) filter (where m.submitted_at is null), 0) as release,
             count(*) as messages,
             count(*) filter (where r.id is null or a.id is null or ${isKept(before)}) as kept
        from sms_messages m
        left join sms_requests r on r.id = m.request_id and r.id between ${sql.lit(first)} and ${sql.lit(last)}
        left join accounts a on a.id = m.account_id
       where ${within('m.id', bounds)}
       group by 1, 2, 3, 4
    ),
    noted as (
      insert into ledger_removals as r (account_id, product, currency, day, hold, spend, release)
      select account_id, product, currency, day, hold, spend, release
        from summed
       where hold > 0
         and kept = 0
          on conflict (account_id, product, currency, day)
          do update set hold = r.hold + excluded.hold, spend = r.spend + excluded.spend, release = r.release + excluded.release
    )
    select coalesce(sum(messages), 0)::bigint as messages, coalesce(sum(kept), 0)::bigint as kept from summed
  `
  const { messages = 0, kept = 0 } = found ?? {}
  return kept > 0 ? null : messages
}

/**
 * When the last request of a partition was accepted, and the last message of the last request with messages. Null
 * without requests. Reads two requests.
 */
export const findRequestEnds = (db: Queryable, bounds: PartitionBounds) => run.first<{
  lastAt: Date
  lastMessageId: number
}>(db)`
  select r.created_at as "lastAt",
         coalesce((select last_message_id from sms_requests
                    where ${within('id', bounds)} and last_message_id is not null
                    order by id desc
                    limit 1), 0) as "lastMessageId"
    from sms_requests r
   where ${within('r.id', bounds)}
   order by r.id desc
   limit 1
`

/** The number of requests in a partition; null if one of them must be kept. */
export async function countRequests(tx: Tx, bounds: PartitionBounds, before: Date): Promise<number | null> {
  const found = await run.first<{ requests: number; isYoung: boolean; first: number | null; last: number | null }>(tx)`
    select count(*) as requests, coalesce(max(created_at) >= ${before}::timestamptz, false) as "isYoung",
           min(first_message_id) as first, max(last_message_id) as last
      from sms_requests
     where ${within('id', bounds)}
  `
  const { requests = 0, isYoung = false, first = null, last = null } = found ?? {}
  if (isYoung) return null
  if (first === null || last === null) return requests
  const hasMessages = await run.hasRows(tx)`
    select from sms_messages
     where id between ${sql.lit(first)} and ${sql.lit(last)}
       and ${within('request_id', bounds)}
     limit 1
  `
  return hasMessages ? null : requests
}

/** Old requests without messages, in the order of their ids. */
export async function listEmptiedRequests(db: Queryable, range: IdRange): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id
      from sms_requests r
     where r.id > ${range.after}
       and r.id < ${range.to}
       and r.created_at < ${range.before}
       and ${isEmptied()}
     order by r.id
     limit ${range.limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The rows of `id_blocks`, and the tables that are partitioned by their ids. The first table has the rows of the others. */

export const requestPartitions = {
  name: 'sms_requests',
  partitioned: ['sms_requests', 'sms_refused', 'sms_labels'],
} as const

export const messagePartitions = {
  name: 'sms_messages',
  partitioned: ['sms_messages', 'sms_references', 'sms_part_receipts'],
} as const
