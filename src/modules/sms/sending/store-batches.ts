import { sql } from 'kysely'
import { columnsOf, prepared, type Queryable, type Row, type RowOf, run, type Tx } from '../../../engine/db/index.ts'
import type { Encoding } from '../../../values/gsm.ts'
import { isActive, type Suspension } from '../../accounts/index.ts'
import { type Batch, type Lane, lanes, type MessageRange, type OutgoingMessage, type WireOptions } from '../model.ts'
import { isDueAgainSql } from '../progress/due-again.ts'
import { inRange } from '../progress/store-progress.ts'

/** Batches: their messages to submit, their number and age. */

const oldestColumns = columnsOf(
  { c: 'sms_batches', l: 'sms_batches', oldest: 'sms_batches' },
  'c.carrier, l.lane, oldest.due_at',
)

/** The first due batch of each carrier and lane. One index lookup per carrier and lane, however many batches wait. */
export async function listOldestDue(db: Queryable, carriers: readonly string[], lanes: readonly Lane[]) {
  const { rows } = await sql<RowOf<typeof oldestColumns>>`
    select ${oldestColumns}
      from unnest(${carriers}::text[]) as c(carrier)
     cross join unnest(${lanes}::text[]) as l(lane)
     cross join lateral (
       select b.due_at
         from sms_batches b
        where b.carrier = c.carrier
          and b.lane = l.lane
          and ${isActive(sql`b.account_id`)}
        order by b.due_at
        limit 1
     ) oldest
  `.execute(db)
  return rows
}

/**
 * Excludes the suspension from the age of waiting batches, so that a resumed account does not block the sends of other
 * accounts. The time that they waited before it still counts.
 */
export async function resumeBatches(tx: Tx, accountId: number, { from, to }: Suspension): Promise<void> {
  await sql`
    update sms_batches
       set due_at = due_at + (${to}::timestamptz - greatest(${from}::timestamptz, due_at))
     where account_id = ${accountId}
       and due_at < ${to}
       and (lease_until is null or lease_until < clock_timestamp())
  `.execute(tx)
}

/** Counts the batches that wait for a carrier or are being submitted. */
export const countBatches = (db: Queryable, carrier: string) =>
  run.count(db)`select count(*) as count from sms_batches where carrier = ${carrier}`

/** When the oldest unclaimed batch became due; null without one. */
export async function findOldestWaiting(db: Queryable, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(oldest.due_at) as since
      from unnest(${await listAwaitedCarriers(db)}::text[]) as c(carrier)
     cross join unnest(${[...lanes]}::text[]) as l(lane)
     cross join lateral (
       select b.due_at
         from sms_batches b
        where b.carrier = c.carrier
          and b.lane = l.lane
          and b.due_at <= ${now}
          and (b.lease_until is null or b.lease_until < clock_timestamp())
          and ${isActive(sql`b.account_id`)}
        order by b.due_at
        limit 1
     ) oldest
  `.execute(db)
  return rows[0]?.since ?? null
}

/** The carriers with waiting batches. One index lookup per carrier, however many batches wait. */
export async function listAwaitedCarriers(db: Queryable): Promise<string[]> {
  const { rows } = await sql<Row<'sms_batches', 'carrier'>>`
    with recursive names as (
      select min(carrier) as carrier from sms_batches
       union all
      select (select min(carrier) from sms_batches b where b.carrier > n.carrier) from names n where n.carrier is not null
    )
    select carrier from names where carrier is not null
  `.execute(db)
  return rows.map(({ carrier }) => carrier)
}

/** Locks the creation of batches over existing messages until the transaction ends, so that others see all of them. */
export async function lockRanges(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('ngoma sms ranges'))`.execute(tx)
}

export const batchColumns = columnsOf(
  { w: 'sms_batches' },
  'w.account_id, w.carrier, w.first_message_id, w.last_message_id, w.valid_until, w.due_at, w.again',
)

const idsIn = ({ firstMessageId, lastMessageId }: MessageRange): (number | null)[] =>
  Array.from({ length: Math.max(lastMessageId - firstMessageId + 1, plannedIds) }, (_, index) =>
    index <= lastMessageId - firstMessageId ? firstMessageId + index : null,
  )

/** More ids than PostgreSQL assumes when it plans for any list. For a shorter one, it would make a new plan each time. */
const plannedIds = 64

const unsubmittedColumns = columnsOf(
  { m: 'sms_messages' },
  'm.id, m.phone, m.attempts, m.retry_at, m.request_id, m.text as ownText',
  {
    ownEncoding: sql<Encoding | null>`m.encoding`,
    excludedBy: sql<
      'opted_out' | 'do_not_disturb' | null
    >`case when o.phone is not null then 'opted_out' when d.phone is not null then 'do_not_disturb' end`,
  },
)

const contentColumns = columnsOf('sms_requests', 'id, sender, encoding, due_at, text, sealed_text, wire').narrow<{
  encoding: Encoding
  wire: WireOptions | null
}>()

/**
 * Messages of a batch without a result, so a repeated run reads only these. Some messages of the range may have moved
 * to another carrier. The ids are also listed one by one: for a bare range PostgreSQL assumes that it contains 0.5% of
 * all messages, and never reuses the plan. Requests are read by their ids, because a join would be planned for all
 * partitions.
 */
export async function listUnsubmitted(db: Queryable, range: Omit<Batch, 'dueAt'>): Promise<OutgoingMessage[]> {
  const { rows } = await sql<RowOf<typeof unsubmittedColumns>>`
    ${prepared}
    select ${unsubmittedColumns}
      from sms_messages m
      left join sms_optouts o on o.account_id = m.account_id and o.phone = m.phone
      left join do_not_disturb d on d.phone = m.phone
     where ${inRange(range)}
       and m.id = any(${idsIn(range)}::bigint[])
       and m.carrier = ${range.carrier}
       and m.status = 'PENDING'
       and ${range.again ? isDueAgainSql : sql`m.submitted_at is null`}
     order by m.id
  `.execute(db)
  if (rows.length === 0) return []
  const { rows: requests } = await sql<RowOf<typeof contentColumns>>`
    ${prepared}
    select ${contentColumns} from sms_requests where id = any(${[...new Set(rows.map(({ requestId }) => requestId))]}::bigint[])
  `.execute(db)
  const contents = new Map(requests.map(({ id, ...content }) => [id, content]))
  return rows.flatMap(({ ownEncoding, ownText, ...message }) => {
    const content = contents.get(message.requestId)
    if (content === undefined) return []
    return [{ ...message, ...content, encoding: ownEncoding ?? content.encoding, text: ownText ?? content.text }]
  })
}
