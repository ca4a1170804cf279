import { sql } from 'kysely'
import { type PartitionBounds, type Queryable, run, type Tx } from '../../../engine/db/index.ts'
import { isEmptied, isKept } from './store-removal.ts'

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

export interface PartitionEnds {
  /** Whether the first message must be kept. */
  readonly isKept: boolean
  /** When the last message was accepted. */
  readonly lastAt: Date
}

type PartitionedTable = 'sms_messages' | 'sms_requests'

export async function hasRows(db: Queryable, table: PartitionedTable, bounds: PartitionBounds): Promise<boolean> {
  const { rows } = await sql`select from ${sql.id(table)} where ${within('id', bounds)} limit 1`.execute(db)
  return rows.length > 0
}

/** When the first row since an id was accepted; null without one. */
export async function findFirstTime(db: Queryable, table: PartitionedTable, from: number): Promise<Date | null> {
  const first = sql`select * from ${sql.id(table)} where id >= ${sql.lit(from)} order by id limit 1`
  const { rows } = await sql<{ at: Date }>`
    select r.created_at as at
      from (${first}) f
      join sms_requests r on r.id = ${sql.ref(table === 'sms_messages' ? 'f.request_id' : 'f.id')}
  `.execute(db)
  return rows[0]?.at ?? null
}

/** Null for a partition without messages. Reads two messages. */
export function findMessageEnds(db: Queryable, bounds: PartitionBounds, before: Date): Promise<PartitionEnds | null> {
  const end = (direction: 'asc' | 'desc') => sql`
    select * from sms_messages where ${within('id', bounds)} order by id ${sql.raw(direction)} limit 1
  `
  return run.first<PartitionEnds>(db)`
    select ${isKept(before)} as "isKept", q.created_at as "lastAt"
      from (${end('asc')}) m
     cross join (${end('desc')}) l
      join sms_requests r on r.id = m.request_id
      join sms_requests q on q.id = l.request_id
  `
}

/**
 * Adds the prices of all messages of a partition to the removals, as the trigger does for single messages. Returns
 * their number and the number of those that must be kept: then, the transaction must be rolled back.
 */
export async function countPartition(
  tx: Tx,
  bounds: PartitionBounds,
  before: Date,
): Promise<{ readonly messages: number; readonly kept: number }> {
  const { rows: ends } = await sql<{ first: number | null; last: number | null }>`
    select min(request_id) as first, max(request_id) as last from sms_messages where ${within('id', bounds)}
  `.execute(tx)
  const { first = null, last = null } = ends[0] ?? {}
  if (first === null || last === null) return { messages: 0, kept: 0 }
  const { rows } = await sql<{ messages: number; kept: number }>`
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
  `.execute(tx)
  return rows[0] ?? { messages: 0, kept: 0 }
}

export interface RequestEnds {
  /** When the last request was accepted. */
  readonly lastAt: Date
  /** The last message of the last request with messages. */
  readonly lastMessageId: number
}

/** Null for a partition without requests. Reads two requests. */
export const findRequestEnds = (db: Queryable, bounds: PartitionBounds) => run.first<RequestEnds>(db)`
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

/** Counts the requests of a partition, and whether one of them must be kept. */
export async function countRequests(
  tx: Tx,
  bounds: PartitionBounds,
  before: Date,
): Promise<{ readonly requests: number; readonly isKept: boolean }> {
  const { rows } = await sql<{ requests: number; isKept: boolean; first: number | null; last: number | null }>`
    select count(*) as requests, coalesce(max(created_at) >= ${before}::timestamptz, false) as "isKept",
           min(first_message_id) as first, max(last_message_id) as last
      from sms_requests
     where ${within('id', bounds)}
  `.execute(tx)
  const { requests = 0, isKept: isYoung = false, first = null, last = null } = rows[0] ?? {}
  if (isYoung || first === null || last === null) return { requests, isKept: isYoung }
  const { rows: left } = await sql`
    select from sms_messages
     where id between ${sql.lit(first)} and ${sql.lit(last)}
       and ${within('request_id', bounds)}
     limit 1
  `.execute(tx)
  return { requests, isKept: left.length > 0 }
}

/** Old requests without messages, in the order of their ids. */
export async function listEmptiedRequests(
  db: Queryable,
  {
    before,
    after,
    to,
    limit,
  }: { readonly before: Date; readonly after: number; readonly to: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id
      from sms_requests r
     where r.id > ${after}
       and r.id < ${to}
       and r.created_at < ${before}
       and ${isEmptied()}
     order by r.id
     limit ${limit}
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
