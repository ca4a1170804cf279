import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, type Tx } from '../../../engine/db/index.ts'
import { isActive, type Suspension } from '../../accounts/index.ts'
import type { Sendable } from '../../routing/index.ts'
import { type Lane, lanes } from '../model.ts'
import { waitsFor } from '../progress/due-again.ts'
import { moveCounts } from '../progress/store-hours.ts'

/** Waiting batches: their number and age, and moving them to another carrier. */

const oldestColumns = columnsOf(
  { c: 'sms_batches', l: 'sms_batches', oldest: 'sms_batches' },
  { carrier: 'c.carrier', lane: 'l.lane', dueAt: 'oldest.due_at' },
)

/** The first due batch of each carrier and lane. One index lookup per carrier and lane, however many batches wait. */
export async function listOldestDue(
  db: Queryable,
  carriers: readonly string[],
  lanes: readonly Lane[],
): Promise<{ readonly carrier: string; readonly lane: Lane; readonly dueAt: Date }[]> {
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
export async function countBatches(db: Queryable, carrier: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from sms_batches where carrier = ${carrier}`.execute(db)
  return rows[0]?.count ?? 0
}

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

const waitingColumns = columnsOf({ b: 'sms_batches' }, { id: 'b.id', accountId: 'b.account_id', lane: 'b.lane' })

export type WaitingBatch = RowOf<typeof waitingColumns>

/** The longest pause after a busy response. */
const pauseHours = 1

/**
 * Whether a batch `b` has messages that were due, even if a busy carrier or a sending window delays it. Messages for
 * another submit are due when their batch is.
 */
const wasDue = (now: Date) => sql`not b.again and exists (
  select from sms_messages m
    join sms_requests r on r.id = m.request_id
   where m.id = b.first_message_id
     and r.due_at <= ${now})`

export interface Waiting {
  readonly carrier: string
  /** Includes scheduled messages: a paused carrier may not come back, and cannot be removed while it has batches. */
  readonly withScheduled: boolean
}

/**
 * Locks unclaimed batches with due messages, including those that only a busy carrier delays, in the order of their ids
 * after the given one.
 */
export async function lockWaitingBatches(
  tx: Tx,
  { carrier, withScheduled }: Waiting,
  after: number,
  limit: number,
  now: Date,
): Promise<WaitingBatch[]> {
  const isMeant = sql`
    b.due_at <= ${now}::timestamptz + make_interval(hours => ${pauseHours})
    and (b.due_at <= ${now} or ${wasDue(now)})
  `
  const { rows } = await sql<WaitingBatch>`
    select ${waitingColumns}
      from sms_batches b
     where b.carrier = ${carrier}
       and b.id > ${after}
       and ${withScheduled ? sql`true` : isMeant}
       and (b.lease_until is null or b.lease_until < clock_timestamp())
     order by b.id
     limit ${limit}
       for update of b skip locked
  `.execute(tx)
  return rows
}

const messageColumns = columnsOf(
  { b: 'sms_batches', m: 'sms_messages', r: 'sms_requests' },
  {
    id: 'm.id',
    batchId: 'b.id',
    accountId: 'm.account_id',
    phone: 'm.phone',
    sender: 'r.sender',
    lane: 'b.lane',
    again: 'b.again',
  },
)

/** The first move and the last ones are kept, for the timeline. */
const movesMax = 20

/**
 * Moves messages and returns their new carriers. Each new carrier gets a batch over the same range of ids, in which it
 * finds its own messages. A carrier that already has an overlapping batch gets no messages until that batch is done:
 * two batches over the same messages would both send them.
 */
export async function moveMessages(
  tx: Tx,
  carrier: string,
  batches: readonly WaitingBatch[],
  now: Date,
  choose: (message: Sendable) => string,
): Promise<Set<string>> {
  const { rows: messages } = await sql<RowOf<typeof messageColumns>>`
    select ${messageColumns}
      from sms_batches b
      join sms_messages m on m.id between b.first_message_id and b.last_message_id and m.account_id + 0 = b.account_id
      join sms_requests r on r.id = m.request_id
     where b.id = any(${batches.map(({ id }) => id)}::bigint[])
       and m.carrier = ${carrier}
       and m.status = 'PENDING'
       and ${waitsFor('b')}
     order by m.id
  `.execute(tx)
  const wanted = messages.map((message) => {
    const { id, batchId, again } = message
    return { id, batchId, again, carrier: choose(message) }
  })
  const isThere = await findOverlaps(
    tx,
    batches,
    new Set(wanted.map((one) => one.carrier).filter((name) => name !== carrier)),
  )
  const chosen = wanted.map((one) => (isThere(one) ? { ...one, carrier } : one))
  const moving = chosen.filter((one) => one.carrier !== carrier)
  const staying = new Set(chosen.filter((one) => one.carrier === carrier).map(({ batchId }) => batchId))
  if (moving.length === 0) return new Set()
  const { rows: moved } = await sql<Row<'sms_messages', 'id'>>`
    update sms_messages m
       set carrier = v.carrier, retry_at = case when v.again then m.retry_at end, reason = case when v.again then m.reason end,
           moves = case when jsonb_array_length(m.moves) >= ${movesMax} then m.moves - 1 else coalesce(m.moves, '[]') end
                   || jsonb_build_object('at', ${now}::timestamptz, 'from', m.carrier, 'to', v.carrier)
      from json_to_recordset(${JSON.stringify(moving)}::json) as v(id bigint, carrier text, again boolean)
     where m.id = v.id
       and m.status = 'PENDING'
       and ${waitsFor('v')}
    returning m.id
  `.execute(tx)
  if (moving.some(({ again }) => again))
    await moveCounts(
      tx,
      carrier,
      moved.map(({ id }) => id),
    )
  // Keeps the lease of a worker that died: the carrier may have some of the messages, so they cannot be cancelled.
  await sql`
    insert into sms_batches (account_id, carrier, lane, first_message_id, last_message_id, valid_until, due_at, lease_until, lease_owner, again)
    select distinct b.account_id, v.carrier, b.lane, b.first_message_id, b.last_message_id, b.valid_until,
           case when ${wasDue(now)} then least(b.due_at, ${now}::timestamptz) else b.due_at end, b.lease_until, b.lease_owner, b.again
      from json_to_recordset(${JSON.stringify(moving)}::json) as v("batchId" bigint, carrier text)
      join sms_batches b on b.id = v."batchId"
  `.execute(tx)
  const emptied = [...new Set(moving.map(({ batchId }) => batchId))].filter((id) => !staying.has(id))
  await sql`delete from sms_batches where id = any(${emptied}::bigint[])`.execute(tx)
  return new Set(moving.map((one) => one.carrier))
}

/** Whether a carrier has a batch of the same kind that overlaps another batch's range. */
async function findOverlaps(
  tx: Tx,
  batches: readonly WaitingBatch[],
  carriers: ReadonlySet<string>,
): Promise<(one: { readonly batchId: number; readonly carrier: string }) => boolean> {
  if (carriers.size === 0) return () => false
  const columns = columnsOf({ b: 'sms_batches', o: 'sms_batches' }, { batchId: 'b.id', carrier: 'o.carrier' })
  const { rows } = await sql<RowOf<typeof columns>>`
    select distinct ${columns}
      from sms_batches b
      join sms_batches o on o.carrier = any(${[...carriers]}::text[]) and o.lane = b.lane and o.account_id = b.account_id
       and o.again = b.again and o.first_message_id <= b.last_message_id and o.last_message_id >= b.first_message_id
     where b.id = any(${batches.map(({ id }) => id)}::bigint[])
  `.execute(tx)
  const there = new Set(rows.map(({ batchId, carrier }) => `${batchId} ${carrier}`))
  return ({ batchId, carrier }) => there.has(`${batchId} ${carrier}`)
}
