import { sql } from 'kysely'
import { columnsOf, padded, prepared, type Queryable, type RowOf, type Tx } from '../../../engine/db/index.ts'
import type { Encoding } from '../../../values/gsm.ts'
import type { EventHandOff } from '../../webhooks/index.ts'
import type {
  AccountRange,
  Batch,
  Busy,
  Changed,
  Final,
  MessageRange,
  OutgoingMessage,
  Taken,
  WireOptions,
} from '../model.ts'
import { explainReason } from '../search/reasons.ts'
import { isDueAgainSql } from './due-again.ts'
import { changeMessages } from './store-changes.ts'

/**
 * Changes to messages after they were accepted. A status leaves PENDING once: `status = 'PENDING'` in the where clause
 * is the only guard.
 */

export const batchColumns = columnsOf(
  { w: 'sms_batches' },
  {
    accountId: 'w.account_id',
    carrier: 'w.carrier',
    firstMessageId: 'w.first_message_id',
    lastMessageId: 'w.last_message_id',
    validUntil: 'w.valid_until',
    dueAt: 'w.due_at',
    again: 'w.again',
  },
)

/**
 * A range of the primary key. `account_id + 0` keeps the planner from using the index on phones, which would read all
 * messages of the account.
 */
export function inRange({ accountId, firstMessageId, lastMessageId }: AccountRange) {
  return sql`m.id between ${firstMessageId} and ${lastMessageId} and m.account_id + 0 = ${accountId}`
}

const idsIn = ({ firstMessageId, lastMessageId }: MessageRange): (number | null)[] =>
  Array.from({ length: Math.max(lastMessageId - firstMessageId + 1, plannedIds) }, (_, index) =>
    index <= lastMessageId - firstMessageId ? firstMessageId + index : null,
  )

/** More ids than PostgreSQL assumes when it plans for any list. For a shorter one, it would make a new plan each time. */
const plannedIds = 64

const unsubmittedColumns = columnsOf(
  { m: 'sms_messages' },
  {
    id: 'm.id',
    phone: 'm.phone',
    attempts: 'm.attempts',
    retryAt: 'm.retry_at',
    requestId: 'm.request_id',
    ownEncoding: sql<Encoding | null>`m.encoding`,
    ownText: 'm.text',
    isReported: sql<boolean>`m.submitter is not null`,
    excludedBy: sql<
      'opted_out' | 'do_not_disturb' | null
    >`case when o.phone is not null then 'opted_out' when d.phone is not null then 'do_not_disturb' end`,
  },
)

const contentColumns = columnsOf('sms_requests', {
  id: 'id',
  sender: 'sender',
  encoding: 'encoding',
  dueAt: 'due_at',
  text: 'text',
  sealedText: 'sealed_text',
  wire: 'wire',
}).narrow<{ encoding: Encoding; wire: WireOptions | null }>()

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

/**
 * All processes list rows in the same order, and PostgreSQL mostly locks them in that order, so deadlocks are rare.
 * When one happens, the failed batch is written again item by item.
 */
const sortById = <T extends { readonly id: number }>(items: readonly T[]) => items.toSorted((a, b) => a.id - b.id)

/** Submits and final statuses. */
export interface Changes {
  readonly taken: readonly Taken[]
  readonly finals: readonly Final[]
}

/** A submit or a final status of one message, or both. */
interface Change {
  readonly id: number
  readonly taken: Taken | null
  readonly final: Final | null
}

/** One change for each message, because a statement updates a row only once. The first final status wins. */
function mergeChanges({ taken, finals }: Changes): Change[] {
  const changes = new Map<number, Change>(taken.map((one) => [one.id, { id: one.id, taken: one, final: null }]))
  for (const final of finals) {
    const change = changes.get(final.id)
    if (!change?.final) changes.set(final.id, { id: final.id, taken: change?.taken ?? null, final })
  }
  return sortById([...changes.values()])
}

/**
 * Writes submits, their references, and final statuses. A submit changes a message without one: a message that is
 * submitted twice is paid once, and its final status needs a further call without the submit. A delivery time before the
 * submit is of a carrier whose clock is slow: the receipt came just now, which is then the better time. PostgreSQL parses
 * arrays, and times as numbers, four times as fast as JSON.
 */
export async function markProgress(
  db: Queryable,
  { taken, finals }: Changes,
  now: Date,
  handOff: EventHandOff | null = null,
  hasReports = true,
): Promise<Changed> {
  const changes = mergeChanges({ taken, finals })
  if (changes.length === 0) return { ended: [], told: null, reported: [], hasWaiting: false }
  const texts = changes.map(({ final }) => (final?.status === 'UNDELIVERED' ? explainReason(final.reason) : null))
  const submittedAt = sql`coalesce(to_timestamp(v.taken_ms / 1000), m.submitted_at)`
  const update = sql`
    update sms_messages m
       set submitted_at = ${submittedAt}, status = coalesce(v.status, m.status), reason = v.reason,
           done_at = case when v.status is null then null
                          when to_timestamp(v.done_ms / 1000) < ${submittedAt} then greatest(${now}::timestamptz, ${submittedAt})
                          else to_timestamp(v.done_ms / 1000) end
      from unnest(${padded(changes.map(({ id }) => id))}::bigint[], ${changes.map(({ taken }) => taken?.at.getTime() ?? null)}::float8[],
                  ${changes.map(({ final }) => final?.status ?? null)}::text[], ${changes.map(({ final }) => final?.reason ?? null)}::text[],
                  ${changes.map(({ final }) => final?.at.getTime() ?? null)}::float8[], ${texts}::text[]${hasReports ? sql`, ${changes.map(({ final }) => final?.carrierReason ?? null)}::text[]` : sql``})
        as v(id, taken_ms, status, reason, done_ms, reason_text${hasReports ? sql`, carrier_reason` : sql``})
     where m.id = v.id
       and m.status = 'PENDING'
       and (v.taken_ms is null or m.submitted_at is null)
  `
  const references = taken.flatMap(({ id, carrier, references: all }) =>
    all.map((reference, index) => ({ id, carrier, reference, part: index + 1, parts: all.length })),
  )
  const also = {
    parts: sql`
      referred(carrier, reference, message_id, part, parts) as materialized (
        select *
          from unnest(${padded(references.map(({ carrier }) => carrier))}::text[], ${references.map(({ reference }) => reference)}::text[],
                      ${references.map(({ id }) => id)}::bigint[], ${references.map(({ part }) => part)}::smallint[],
                      ${references.map(({ parts }) => parts)}::smallint[]) as v(carrier, reference, message_id, part, parts)
         where v.carrier is not null
      ),
      noted as (
        insert into sms_references (carrier, reference, message_id, part, parts) select * from referred
      )
    `,
    hasWaiting: sql`exists (
      select from referred v join sms_receipts r on r.carrier = v.carrier and r.reference = v.reference and r.due_at is not null
    )`,
  }
  const values = {
    isTaken: sql`v.taken_ms is not null`,
    reasonText: sql`v.reason_text`,
    reportedReason: sql`coalesce(v.carrier_reason, m.reason)`,
  }
  return changeMessages(db, { update, ...values, also, hasReports }, now, handOff)
}

export async function markBusy(tx: Tx, items: readonly Busy[]): Promise<void> {
  await sql`
    update sms_messages m
       set attempts = greatest(m.attempts, v.attempts), retry_at = v."retryAt",
           reason = case when v.throttled then 'throttled' when ${isDueAgainSql} then m.reason end
      from json_to_recordset(${JSON.stringify(sortById(items))}::json) as v(id bigint, "retryAt" timestamptz, attempts integer, throttled boolean)
     where m.id = v.id
       and m.status = 'PENDING'
  `.execute(tx)
}

const pendingColumns = columnsOf(
  { m: 'sms_messages' },
  {
    id: 'm.id',
    phone: 'm.phone',
    carrier: 'm.carrier',
    /** Null, without references, until a carrier accepts the message. */
    submittedAt: 'm.submitted_at',
    references: sql<string[]>`
      coalesce(array_agg(r.reference order by r.part) filter (where r.reference is not null), '{}')
    `,
  },
)

export type PendingMessage = RowOf<typeof pendingColumns>

/**
 * Messages of a range without a final status, with the references of their last submit. Those of an earlier carrier mean
 * nothing to the current one.
 */
export async function listPending(db: Queryable, range: MessageRange): Promise<PendingMessage[]> {
  const { rows } = await sql<PendingMessage>`
    select ${pendingColumns}
      from sms_messages m
      left join sms_references r on r.message_id = m.id and r.message_id between ${range.firstMessageId} and ${range.lastMessageId}
       and r.carrier = m.carrier and r.failed_at is null
     where ${inRange(range)}
       and m.status = 'PENDING'
     group by m.id, m.phone, m.carrier, m.submitted_at
  `.execute(db)
  return rows
}
