import { sql } from 'kysely'
import { columnsOf, type Row, type RowOf, run, type Tx } from '../../../engine/db/index.ts'
import type { Sendable } from '../../routing/index.ts'
import { waitsFor } from '../progress/due-again.ts'
import { moveCounts } from '../progress/store-hours.ts'

/** Moving waiting batches to another carrier. */

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
export function lockWaitingBatches(
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
  return run.all<WaitingBatch>(tx)`
    select ${waitingColumns}
      from sms_batches b
     where b.carrier = ${carrier}
       and b.id > ${after}
       and ${withScheduled ? sql`true` : isMeant}
       and (b.lease_until is null or b.lease_until < clock_timestamp())
     order by b.id
     limit ${limit}
       for update of b skip locked
  `
}

const messageColumns = columnsOf(
  { b: 'sms_batches', m: 'sms_messages', r: 'sms_requests' },
  'm.id, b.id as batchId, m.account_id, m.phone, r.sender, b.lane, b.again',
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
