import { sql } from 'kysely'
import { columnsOf, padded, type Queryable, type RowOf, run, type Tx } from '../../../engine/db/index.ts'
import type { EventHandOff } from '../../webhooks/index.ts'
import type { AcceptedSubmit, AccountRange, Busy, Changed, Final, MessageRange } from '../model.ts'
import { explainReason } from '../reasons.ts'
import { isDueAgainSql } from './due-again.ts'
import { changeMessages } from './store-changes.ts'

/**
 * Changes to messages after they were accepted. A status leaves PENDING once: `status = 'PENDING'` in the where clause
 * is the only guard.
 */

/**
 * A range of the primary key. `account_id + 0` keeps the planner from using the index on phones, which would read all
 * messages of the account.
 */
export function inRange({ accountId, firstMessageId, lastMessageId }: AccountRange) {
  return sql`m.id between ${firstMessageId} and ${lastMessageId} and m.account_id + 0 = ${accountId}`
}

/**
 * All processes list rows in the same order, and PostgreSQL mostly locks them in that order, so deadlocks are rare.
 * When one happens, the failed batch is written again item by item.
 */
const sortById = <T extends { readonly id: number }>(items: readonly T[]) => items.toSorted((a, b) => a.id - b.id)

/** Submits and final statuses. */
export interface Changes {
  readonly taken: readonly AcceptedSubmit[]
  readonly finals: readonly Final[]
}

/** A submit or a final status of one message, or both. */
interface Change {
  readonly id: number
  readonly taken: AcceptedSubmit | null
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
): Promise<Changed> {
  const changes = mergeChanges({ taken, finals })
  if (changes.length === 0) return { ended: [], published: null, reported: [], hasWaiting: false }
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
                  ${changes.map(({ final }) => final?.at.getTime() ?? null)}::float8[], ${texts}::text[], ${changes.map(({ final }) => final?.carrierReason ?? null)}::text[])
        as v(id, taken_ms, status, reason, done_ms, reason_text, carrier_reason)
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
    isAccepted: sql`v.taken_ms is not null`,
    reasonText: sql`v.reason_text`,
    reportedReason: sql`coalesce(v.carrier_reason, m.reason)`,
  }
  return changeMessages(db, { update, ...values, also }, now, handOff)
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

const pendingColumns = columnsOf({ m: 'sms_messages' }, 'm.id, m.phone, m.carrier', {
  /** Null, without references, until a carrier accepts the message. */
  submittedAt: 'm.submitted_at',
  references: sql<string[]>`
      coalesce(array_agg(r.reference order by r.part) filter (where r.reference is not null), '{}')
    `,
})

export type PendingMessage = RowOf<typeof pendingColumns>

/**
 * Messages of a range without a final status, with the references of their last submit. Those of an earlier carrier mean
 * nothing to the current one.
 */
export const listPending = (db: Queryable, range: MessageRange) => run.all<PendingMessage>(db)`
  select ${pendingColumns}
    from sms_messages m
    left join sms_references r on r.message_id = m.id and r.message_id between ${range.firstMessageId} and ${range.lastMessageId}
     and r.carrier = m.carrier and r.failed_at is null
   where ${inRange(range)}
     and m.status = 'PENDING'
   group by m.id, m.phone, m.carrier, m.submitted_at
`
