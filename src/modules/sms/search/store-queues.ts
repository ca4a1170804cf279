import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, run } from '../../../engine/db/index.ts'
import { isActive } from '../../accounts/index.ts'
import type { Lane, WireOptions } from '../model.ts'
import { waitsFor } from '../progress/due-again.ts'
import { listAwaitedCarriers } from '../sending/store-batches.ts'

/** Queues of messages that wait to be submitted, and the batch of one message. */

export interface StoredQueue extends Row<'sms_batches', 'carrier' | 'lane'> {
  /** Batches with due messages, including those delayed by a sending window or a retry. */
  readonly batches: number
  readonly messages: number
  /**
   * Of the batches that can be submitted now, as in `listOldestDue`: without those of suspended accounts, and those
   * delayed by a sending window or a retry.
   */
  readonly oldestDueAt: Date | null
  /** Messages in batches that a worker has claimed. */
  readonly inHand: number
  /** Messages that are due later. */
  readonly scheduled: number
  /** Due messages that wait for a retry. */
  readonly retrying: number
  readonly throttled: number
  /** The time of the next attempt, when no batch can be tried now. */
  readonly nextAt: Date | null
  /** Whether the figures include batches beyond the limit, which are not counted exactly. */
  readonly more: boolean
}

/** The limits per carrier and lane: batches and messages whose messages are looked at, and batches that are counted. */
const examinedMax = 500
const messagesMax = 100_000
const batchesMax = 10_000

/**
 * Waiting messages by carrier and lane. Messages with a result do not count, except those for another submit, which are
 * due at its time. Beyond the first batches, a batch counts in full, so that the statement stays fast with millions of
 * waiting messages.
 */
export async function listStoredQueues(db: Queryable, lanes: readonly Lane[], now: Date): Promise<StoredQueue[]> {
  const batchesOf = (offset: number, limit: number) => sql`(
    select b.id, b.again, b.account_id, b.first_message_id, b.last_message_id, b.due_at, coalesce(b.lease_until > clock_timestamp(), false) as claimed,
           b.last_message_id - b.first_message_id + 1 as size, ${isActive(sql`b.account_id`)} as active
      from sms_batches b
     where b.carrier = q.carrier
       and b.lane = q.lane
     order by b.due_at
    offset ${offset}
     limit ${limit}
  )`
  return run.all<StoredQueue>(db)`
    with queues as materialized (
      select c.carrier, l.lane, l.place
        from unnest(${await listAwaitedCarriers(db)}::text[]) as c(carrier)
       cross join unnest(${lanes}::text[]) with ordinality as l(lane, place)
    ),
    batches as materialized (
      select q.carrier, q.lane, b.*, sum(b.size) over (partition by q.carrier, q.lane order by b.due_at, b.id) as upto
        from queues q
       cross join lateral ${batchesOf(0, examinedMax)} b
    ),
    counted as (
      select b.carrier, b.lane, b.due_at, b.active, b.claimed, b.upto, s.since <= ${now} as "wasDue", p.retrying, p.throttled,
             case when b.upto > ${messagesMax} then b.size else p.pending end as pending
        from batches b
        join sms_messages f on f.id = b.first_message_id
        join sms_requests r on r.id = f.request_id
       cross join lateral (select case when b.again then b.due_at else r.due_at end as since) s
       cross join lateral (
         select count(*) as pending, count(*) filter (where m.retry_at > ${now} and not b.again) as retrying,
                count(*) filter (where m.retry_at > ${now} and m.reason = 'throttled') as throttled
           from sms_messages m
          where b.upto <= ${messagesMax}
            and m.id between b.first_message_id and b.last_message_id
            and m.account_id + 0 = b.account_id
            and m.carrier = b.carrier
            and m.status = 'PENDING'
            and ${waitsFor('b')}
       ) p
       union all
      select q.carrier, q.lane, b.due_at, b.active, b.claimed, null, b.due_at <= ${now}, 0, 0, b.size
        from queues q
       cross join lateral ${batchesOf(examinedMax, batchesMax + 1 - examinedMax)} b
    )
    select carrier, lane, count(*) filter (where "wasDue") as batches, coalesce(sum(pending) filter (where "wasDue"), 0)::bigint as messages,
           min(due_at) filter (where due_at <= ${now} and active) as "oldestDueAt", coalesce(sum(pending) filter (where claimed), 0)::bigint as "inHand",
           coalesce(sum(pending) filter (where not "wasDue"), 0)::bigint as scheduled, coalesce(sum(retrying), 0)::bigint as retrying,
           coalesce(sum(throttled), 0)::bigint as throttled,
           case when min(due_at) filter (where "wasDue") > ${now} then min(due_at) filter (where "wasDue") end as "nextAt",
           count(*) > ${batchesMax} or max(upto) > ${messagesMax} as more
      from counted
      join queues q using (carrier, lane)
     where pending > 0
     group by carrier, lane, q.place
     order by carrier, q.place
  `
}

const batchColumns = columnsOf(
  { b: 'sms_batches' },
  { dueAt: 'b.due_at', isClaimed: sql<boolean>`coalesce(b.lease_until > clock_timestamp(), false)` },
)

export type BatchOfMessage = RowOf<typeof batchColumns>

/** The batch that will submit a message; null once it has a result. */
export function findBatchOf(
  db: Queryable,
  { id, accountId, carrier, lane }: { id: number; accountId: number; carrier: string; lane: Lane },
): Promise<BatchOfMessage | null> {
  return run.first<BatchOfMessage>(db)`
    select ${batchColumns}
      from sms_batches b
     where b.carrier = ${carrier}
       and b.lane = ${lane}
       and b.account_id = ${accountId}
       and ${id} between b.first_message_id and b.last_message_id
     order by b.due_at
     limit 1
  `
}

const ownerColumns = columnsOf(
  { m: 'sms_messages', r: 'sms_requests', a: 'accounts?' },
  'm.account_id, a.name as accountName, a.currency, m.product, r.wire',
  {
    recipients: sql<number>`r.valid + r.invalid + r.duplicates + r.opted_out`,
  },
).narrow<{ wire: WireOptions | null }>()

export type MessageOwner = RowOf<typeof ownerColumns>

/** The account of a message, for operators. */
export const findOwner = (db: Queryable, messageId: number) => run.first<MessageOwner>(db)`
  select ${ownerColumns}
    from sms_messages m
    join sms_requests r on r.id = m.request_id
    left join accounts a on a.id = m.account_id
   where m.id = ${messageId}
`

const requestColumns = columnsOf('sms_requests', 'account_id, first_message_id, valid')

/** The account and messages of a request, for operators. */
export const findRequestOwner = (db: Queryable, requestId: number) => run.first<RowOf<typeof requestColumns>>(db)`
  select ${requestColumns} from sms_requests where id = ${requestId}
`
