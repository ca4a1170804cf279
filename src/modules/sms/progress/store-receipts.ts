import { type RawBuilder, sql } from 'kysely'
import type { Receipt } from '../../../carriers/carrier.ts'
import {
  columnsOf,
  padded,
  partitionSize,
  prepared,
  type Queryable,
  type Row,
  type RowOf,
  run,
  selectLongPage,
  type Tx,
} from '../../../engine/db/index.ts'
import type { Place } from '../../../values/place.ts'
import type { AwaitedReceipts } from '../../routing/index.ts'
import type { AcceptedSubmit, CarrierReceipt, Final } from '../model.ts'
import { noReceiptReason } from '../reasons.ts'
import { messagePartitions } from '../removal/store-partitions.ts'

/** Delivery receipts: matching them to messages, and storing unmatched ones. */

const matchColumns = columnsOf({ r: 'sms_references', m: 'sms_messages' }, 'r.message_id, r.part, r.parts', {
  pending: sql<boolean>`m.status = 'PENDING'`,
  failed: sql<boolean>`r.failed_at is not null`,
})

export type Match = RowOf<typeof matchColumns>

/**
 * Matches each receipt to a message, in the order of the receipts; null without a match. Carriers reuse references, so
 * the newest pending message wins, and of its submits one that has not failed. A message that became final before `finalSince` no longer matches, but a message
 * that waits for its submit result does. Looks into the newest partitions first, where nearly all pending messages are.
 */
export async function matchReceipts(tx: Queryable, receipts: readonly CarrierReceipt[], finalSince: Date) {
  const matches = await findMatches(tx, receipts, finalSince, isRecent)
  const others = receipts.filter((_, index) => !matches[index]?.pending)
  if (others.length === 0) return matches
  const found = (await findMatches(tx, others, finalSince, sql``)).values()
  return matches.map((match) => (match?.pending ? match : (found.next().value ?? null)))
}

/** In the current partition or one of the two before. */
const isRecent = sql`
           and r.message_id >= (select next_id - 2 * ${sql.lit(partitionSize)} from id_blocks where name = ${sql.lit(messagePartitions.name)})
`

async function findMatches(
  tx: Queryable,
  receipts: readonly CarrierReceipt[],
  finalSince: Date,
  isLookedAt: RawBuilder<unknown>,
): Promise<(Match | null)[]> {
  const { rows } = await sql<{ [Name in keyof Match]: Match[Name] | null }>`
    ${prepared}
    select found.*
      from unnest(${padded(receipts.map(({ carrier }) => carrier))}::text[], ${receipts.map(({ reference }) => reference)}::text[])
           with ordinality as v(carrier, reference, place)
      left join lateral (
        select ${matchColumns}
          from sms_references r
          join sms_messages m on m.id = r.message_id
         where r.carrier = v.carrier
           and r.reference = v.reference
           ${isLookedAt}
           and (m.status = 'PENDING' or m.done_at > ${finalSince})
         order by (m.status = 'PENDING') desc, r.message_id desc, r.failed_at nulls first
         limit 1
      ) found on true
     where v.place <= ${receipts.length}
     order by v.place
  `.execute(tx)
  return rows.map((row) => (row.messageId === null ? null : (row as Match)))
}

const finalColumns = columnsOf(
  { p: 'sms_part_receipts' },
  {
    id: 'p.message_id',
    status: sql<Final['status']>`case when bool_or(p.status = 'UNDELIVERED') then 'UNDELIVERED' else 'DELIVERED' end`,
    reason: sql<string | null>`min(p.reason)`,
    at: sql<Date>`max(p.done_at)`,
  },
)

/**
 * Stores receipts of message parts, and returns the messages that are final now because one part failed or all were
 * delivered. Locks the messages first: of two processes with the last two parts, the second must see the receipt of the
 * first, or neither would find the message complete. A time before the submit is replaced as in markProgress.
 */
export async function insertPartReceipts(tx: Tx, parts: readonly (Match & Receipt)[], now: Date): Promise<Final[]> {
  const messages = new Map(parts.map(({ messageId, parts: count }) => [messageId, count]))
  const { rows: locked } = await sql<{ readonly id: number; readonly submittedAt: Date | null }>`
    select id, submitted_at as "submittedAt"
      from sms_messages
     where id = any(${[...messages.keys()]}::bigint[])
     order by id
       for no key update
  `.execute(tx)
  const submits = new Map(locked.map(({ id, submittedAt }) => [id, submittedAt]))
  const timeOf = ({ messageId, at }: Match & Receipt) => {
    const submittedAt = submits.get(messageId) ?? null
    if (submittedAt === null || at >= submittedAt) return at
    return now > submittedAt ? now : submittedAt
  }
  await sql`
    insert into sms_part_receipts (message_id, part, status, reason, done_at)
    select *
      from unnest(${parts.map(({ messageId }) => messageId)}::bigint[], ${parts.map(({ part }) => part)}::int[], ${parts.map(({ status }) => status)}::text[],
                  ${parts.map(({ reason }) => reason)}::text[], ${parts.map(timeOf)}::timestamptz[])
        on conflict (message_id, part) do nothing
  `.execute(tx)
  const { rows } = await sql<RowOf<typeof finalColumns>>`
    select ${finalColumns}
      from sms_part_receipts p
      join unnest(${[...messages.keys()]}::bigint[], ${[...messages.values()]}::int[]) as v(message_id, parts) on v.message_id = p.message_id
     group by p.message_id, v.parts
    having bool_or(p.status = 'UNDELIVERED') or count(*) = v.parts
  `.execute(tx)
  // The receipt that ends a message is almost always among these.
  const failed = new Map(parts.filter(({ status }) => status === 'UNDELIVERED').map((one) => [one.messageId, one]))
  return rows.map((row) => {
    const carrierReason = row.status === 'UNDELIVERED' ? failed.get(row.id)?.carrierReason : undefined
    return carrierReason === undefined ? row : { ...row, carrierReason }
  })
}

/** Stores unmatched receipts. They are retried for a while, and then listed as unknown. */
export async function insertUnknownReceipts(tx: Tx, receipts: readonly CarrierReceipt[], now: Date, due: Date) {
  await sql`
    insert into sms_receipts (carrier, reference, status, reason, done_at, retry, received_at, due_at)
    select *, ${now}::timestamptz, ${due}::timestamptz
      from unnest(${receipts.map(({ carrier }) => carrier)}::text[], ${receipts.map(({ reference }) => reference)}::text[],
                  ${receipts.map(({ status }) => status)}::text[], ${receipts.map(({ reason }) => reason)}::text[], ${receipts.map(({ at }) => at)}::timestamptz[],
                  ${receipts.map(({ retry }) => retry ?? false)}::boolean[])
  `.execute(tx)
}

const waitingColumns = columnsOf({ r: 'sms_receipts' }, 'r.carrier, r.reference, r.status, r.reason, r.done_at as at', {
  retry: sql<boolean>`coalesce(r.retry, false)`,
}).narrow<Pick<CarrierReceipt, 'status'>>()

/**
 * Removes and returns the receipts that were waiting for these references. Receipts that were given up belong to an
 * earlier use of the reference.
 */
export async function takeWaitingReceipts(tx: Tx, taken: readonly AcceptedSubmit[]): Promise<CarrierReceipt[]> {
  const wanted = taken.flatMap(({ carrier, references }) => references.map((reference) => ({ carrier, reference })))
  const { rows } = await sql<RowOf<typeof waitingColumns>>`
    ${prepared}
    delete from sms_receipts r
     using unnest(${wanted.map(({ carrier }) => carrier)}::text[], ${wanted.map(({ reference }) => reference)}::text[]) as v(carrier, reference)
     where r.carrier = v.carrier
       and r.reference = v.reference
       and r.due_at is not null
    returning ${waitingColumns}
  `.execute(tx)
  return rows
}

export async function deleteReceipt(tx: Tx, id: number): Promise<void> {
  await sql`delete from sms_receipts where id = ${id}`.execute(tx)
}

export async function deleteOldReceipts(db: Queryable, before: Date): Promise<void> {
  await sql`delete from sms_receipts where received_at < ${before} and due_at is null`.execute(db)
}

const unknownColumns = columnsOf('sms_receipts', 'id, carrier, reference, status, reason, done_at, received_at', {
  givenUp: sql<boolean>`due_at is null`,
}).narrow<{ status: CarrierReceipt['status'] }>()

/** Receipts of one carrier or all, newest first. Only operators see these, because the account is unknown. */
export function listUnknownReceipts(db: Queryable, carrier: string | null, place: Place) {
  return selectLongPage(db, place, {
    columns: unknownColumns,
    from: carrier === null ? sql`sms_receipts where true` : sql`sms_receipts where carrier = ${carrier}`,
    order: [
      [sql`received_at`, 'desc'],
      [sql`id`, 'desc'],
    ],
  })
}

const unmatchedMax = 10_000

/** The carriers of unmatched receipts, most receipts first. Looks at the newest receipts only. */
export function countUnmatchedReceipts(db: Queryable, since: Date) {
  return run.all<Row<'sms_receipts', 'carrier'> & { readonly count: number }>(db)`
    select r.carrier, count(*) as count
      from (select carrier from sms_receipts where received_at > ${since} order by received_at desc limit ${unmatchedMax}) r
     group by r.carrier
     order by count desc, r.carrier
  `
}

/** A sample of this size is enough to estimate a share, and fast to read. */
const lookedAt = 5_000

/**
 * Counts the messages that each carrier accepted in its period, and those without a receipt. A pending message with a
 * reason got one, and is submitted again. Messages that asked for no receipt do not count.
 */
export async function countMissingReceipts(db: Queryable, awaited: readonly AwaitedReceipts[]) {
  const { rows } = await sql<{ name: string; submitted: number; missing: number }>`
    select v.name, count(*) as submitted, count(*) filter (where m.status = 'PENDING' and m.reason is null) as missing
      from json_to_recordset(${JSON.stringify(awaited)}::json) as v(name text, "fromId" bigint, since timestamptz, until timestamptz)
     cross join lateral (
       select s.status, s.reason
         from sms_messages s
        where s.id >= v."fromId"
          and s.id < v."fromId" + ${lookedAt}
          and s.carrier = v.name
          and s.submitted_at >= v.since
          and s.submitted_at < v.until
          and s.reason is distinct from ${noReceiptReason}
     ) m
     group by v.name
  `.execute(db)
  return new Map(rows.map(({ name, ...counts }) => [name, counts]))
}
