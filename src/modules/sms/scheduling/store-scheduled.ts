import { type RawBuilder, sql } from 'kysely'
import { trackingTextLengthMax } from '../../../contract/public/sms.ts'
import { columnsOf, type Queryable, type Row, type RowOf, run, selectPage, type Tx } from '../../../engine/db/index.ts'
import type { Place } from '../../../values/place.ts'
import { type AccountRange, type Lane, lanes, sealedProduct } from '../model.ts'
import { isWaiting } from '../progress/store-ending.ts'
import { formatOf } from '../search/store-messages.ts'
import { batchMessagesMax } from '../sending/rules.ts'
import { listAwaitedCarriers, lockRanges } from '../sending/store-batches.ts'

/** Waiting messages: listing, cancelling and rescheduling them. */

/**
 * The first due batches of an account, for each carrier and lane. The carriers are passed in rather than read in the
 * same statement, because the planner would assume a hundred of them and scan whole tables.
 */
export const batchesOf = (
  accountId: number,
  carriers: readonly string[],
  inLanes: readonly Lane[],
  limit: RawBuilder<unknown> = sql`all`,
) => sql`(
  select b.*
    from unnest(${carriers}::text[]) as c(carrier)
   cross join unnest(${inLanes}::text[]) as l(lane)
   cross join lateral (
     select *
       from sms_batches b
      where b.carrier = c.carrier
        and b.lane = l.lane
        and b.account_id = ${accountId}
        and not b.again
      order by b.due_at
      limit ${limit}
   ) b
)`

/** Lists only the first due batches of an account with more. */
const listedBatchesMax = 10_000

/** PINs cannot be scheduled. */
export const listedLanes: readonly Lane[] = ['single', 'bulk']

const scheduledColumns = (now: Date) =>
  columnsOf(
    { r: 'sms_requests' },
    'r.id, r.sender, r.text, r.valid as messages, r.created_at, r.due_at, r.valid_until',
    {
      format: formatOf('r'),
      jobName: sql<string | null>`left(r.job_name, ${sql.lit(trackingTextLengthMax)})`,
      campaignTitle: sql<string | null>`left(r.campaign_title, ${sql.lit(trackingTextLengthMax)})`,
      /** The next attempt: later than `dueAt` while a sending window or a busy carrier delays the messages. */
      nextAt: sql<Date>`w.next_at`,
      state: sql<'scheduled' | 'waiting' | 'sending'>`
        case when w.in_hand then 'sending' when r.due_at > ${now} then 'scheduled' else 'waiting' end
      `,
    },
  )

/** The first or last request of a batch. Ended messages of the batch may have been removed. */
const endOf = (direction: 'asc' | 'desc') => sql`
  select request_id as id from sms_messages where id between b.first_message_id and b.last_message_id order by id ${sql.raw(direction)} limit 1
`

/**
 * Requests with waiting messages, first due first. The requests in a batch have consecutive ids, in the order of their
 * messages, so the first and last message identify them all without reading the messages between. The limits make the
 * planner look rows up one by one instead of scanning the tables.
 */
export async function listScheduled(db: Queryable, accountId: number, place: Place, now: Date) {
  const batches = batchesOf(accountId, await listAwaitedCarriers(db), listedLanes, sql`${listedBatchesMax}`)
  return selectPage(db, place, {
    columns: scheduledColumns(now),
    from: sql`(
      select q.id, min(b.due_at) as next_at, bool_or(b.lease_owner is not null) as in_hand
        from ${batches} b
       cross join lateral (${endOf('asc')}) f
       cross join lateral (${endOf('desc')}) l
       cross join lateral (select id, account_id, first_message_id, last_message_id from sms_requests where id between f.id and l.id offset 0) q
       where q.account_id = ${accountId}
         and q.first_message_id <= b.last_message_id
         and q.last_message_id >= b.first_message_id
       group by q.id
    ) w cross join lateral (select * from sms_requests where id = w.id and account_id = ${accountId} limit 1) r where true`,
    order: [
      [sql`r.due_at`, 'asc'],
      [sql`r.id`, 'asc'],
    ],
  })
}

/** The ids of messages are null when the request has none. */
const rangeColumns = columnsOf({ r: 'sms_requests' }, 'r.id, r.first_message_id, r.last_message_id')

export type RequestRange = RowOf<typeof rangeColumns>

/** Not for PINs, which cannot be scheduled. */
export const findRequestRange = (db: Queryable, accountId: number, requestId: number) => run.first<RequestRange>(db)`
  select ${rangeColumns}
    from sms_requests r
   where r.id = ${requestId}
     and r.account_id = ${accountId}
     and not exists (select from sms_messages m where m.id = r.first_message_id and m.product = ${sealedProduct})
`

const batchColumns = columnsOf({ b: 'sms_batches' }, 'b.id, b.carrier, b.lane, b.first_message_id, b.last_message_id')

export type FoundBatch = RowOf<typeof batchColumns>

export interface LockedBatches {
  /** No worker can claim these before the transaction ends. */
  readonly free: readonly FoundBatch[]
  /** A worker has claimed these, or died with them: a carrier may already have their messages. */
  readonly claimed: readonly FoundBatch[]
}

/**
 * Locks all batches that could send messages of the range. New batches over existing messages are only created under
 * the same lock, so these are all. Waits for a claim in progress, and then sees it.
 */
export async function lockBatches(tx: Tx, range: AccountRange): Promise<LockedBatches> {
  await lockRanges(tx)
  const found = await run.all<FoundBatch>(tx)`
    select ${batchColumns}
      from ${batchesOf(range.accountId, await listAwaitedCarriers(tx), lanes)} b
     where b.first_message_id <= ${range.lastMessageId}
       and b.last_message_id >= ${range.firstMessageId}
  `
  const { rows: locked } = await sql<Row<'sms_batches', 'id'>>`
    select id from sms_batches where id = any(${found.map(({ id }) => id)}::bigint[]) and lease_owner is null order by id for update
  `.execute(tx)
  const free = new Set(locked.map(({ id }) => id))
  return { free: found.filter(({ id }) => free.has(id)), claimed: found.filter(({ id }) => !free.has(id)) }
}

/** Removes a range from locked batches. The rest of each batch remains as one or two batches. */
export async function removeRange(tx: Tx, range: AccountRange, batches: readonly FoundBatch[]): Promise<void> {
  const { firstMessageId: first, lastMessageId: last } = range
  const ids = batches.map(({ id }) => id)
  if (ids.length === 0) return
  await sql`
    insert into sms_batches (account_id, carrier, lane, first_message_id, last_message_id, valid_until, due_at, attempts)
    select account_id, carrier, lane, ${last + 1}::bigint, last_message_id, valid_until, due_at, attempts
      from sms_batches
     where id = any(${ids}::bigint[])
       and first_message_id < ${first}
       and last_message_id > ${last}
  `.execute(tx)
  await sql`
    delete from sms_batches where id = any(${ids}::bigint[]) and first_message_id >= ${first} and last_message_id <= ${last}
  `.execute(tx)
  await sql`
    update sms_batches
       set first_message_id = case when first_message_id < ${first} then first_message_id else ${last + 1}::bigint end,
           last_message_id = case when first_message_id < ${first} then ${first - 1}::bigint else last_message_id end
     where id = any(${ids}::bigint[])
  `.execute(tx)
}

interface Move {
  readonly requestId: number
  readonly batches: readonly FoundBatch[]
  readonly dueAt: Date
  readonly receiptCheckSeconds: number
}

/**
 * Inserts new batches and expiries for the range at the new time, with the same validity period. Cancelled messages of
 * the range may have been removed.
 */
export async function insertMoved(tx: Tx, range: AccountRange, move: Move): Promise<void> {
  const { accountId, firstMessageId: first, lastMessageId: last } = range
  const { requestId, batches, dueAt, receiptCheckSeconds } = move
  const validUntil = sql`${dueAt}::timestamptz + (r.valid_until - r.due_at)`
  await sql`
    insert into sms_batches (account_id, carrier, lane, first_message_id, last_message_id, valid_until, due_at)
    select b.account_id, b.carrier, b.lane, greatest(b.first_message_id, ${first}), least(b.last_message_id, ${last}), ${validUntil}, ${dueAt}::timestamptz
      from sms_batches b
      join sms_requests r on r.id = ${requestId} and r.account_id = b.account_id
     where b.id = any(${batches.map(({ id }) => id)}::bigint[])
  `.execute(tx)
  await sql`
    insert into sms_expiries (account_id, carrier, first_message_id, last_message_id, valid_until, first_due_at, due_at)
    select ${accountId}::bigint, m.carrier, s.id, least(s.id + ${batchMessagesMax - 1}, ${last}), ${validUntil}, ${dueAt}::timestamptz,
           least(${dueAt}::timestamptz + make_interval(secs => ${receiptCheckSeconds}), ${validUntil})
      from generate_series(${first}::bigint, ${last}::bigint, ${batchMessagesMax}::bigint) as s(id)
     cross join lateral (
       select carrier from sms_messages where id between s.id and least(s.id + ${batchMessagesMax - 1}, ${last}) order by id limit 1
     ) m
      join sms_requests r on r.id = ${requestId} and r.account_id = ${accountId}
  `.execute(tx)
}

/**
 * Deletes the old expiries of a range when all its pending messages were rescheduled. The request still has the
 * previous time at this point.
 */
export async function deleteExpiries(tx: Tx, range: AccountRange, requestId: number, claimed: readonly FoundBatch[]) {
  const { accountId, firstMessageId: first, lastMessageId: last } = range
  await sql`
    delete from sms_expiries e
     where e.account_id = ${accountId}
       and e.due_at >= (select due_at from sms_requests where id = ${requestId} and account_id = ${accountId})
       and e.first_message_id >= ${first}
       and e.last_message_id <= ${last}
       and e.lease_owner is null
       and not exists (
             select from sms_messages m
              where m.id between e.first_message_id and e.last_message_id
                and m.account_id + 0 = e.account_id
                and m.status = 'PENDING'
                and not ${isWaiting(claimed)})
  `.execute(tx)
}

export async function markMoved(tx: Tx, accountId: number, requestId: number, dueAt: Date): Promise<void> {
  await sql`
    update sms_requests
       set valid_until = ${dueAt}::timestamptz + (valid_until - due_at), due_at = ${dueAt}
     where id = ${requestId}
       and account_id = ${accountId}
  `.execute(tx)
}
