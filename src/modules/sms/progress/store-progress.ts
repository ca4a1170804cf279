import { sql } from 'kysely'
import type { Receipt } from '../../../carriers/carrier.ts'
import { prepared, type Queryable, type Tx } from '../../../engine/db/index.ts'
import type { WorkRow } from '../../../engine/work/index.ts'
import type { CreditProduct } from '../../balance/index.ts'
import type { OutgoingMessage } from '../sending/rules.ts'
import type { Final } from './store-ending.ts'

/**
 * The SQL of a message's life after it was accepted. A status leaves PENDING once: `status = 'PENDING'` in the where
 * clause is the whole guard.
 */

/** A stretch of one account's messages, as batches and expiries have it. */
export interface MessageRange extends WorkRow {
  readonly accountId: number
  readonly carrier: string
  readonly firstMessageId: number
  readonly lastMessageId: number
  readonly validUntil: Date
}

export const rangeColumns = sql`
  w.account_id as "accountId", w.carrier, w.first_message_id as "firstMessageId", w.last_message_id as "lastMessageId", w.valid_until as "validUntil"
`

/**
 * A range of the primary key. The account is compared and not searched by: the planner would take the index on phones,
 * and read all that the account has.
 */
export function within({
  accountId,
  firstMessageId,
  lastMessageId,
}: Pick<MessageRange, 'accountId' | 'firstMessageId' | 'lastMessageId'>) {
  return sql`m.id between ${firstMessageId} and ${lastMessageId} and m.account_id + 0 = ${accountId}`
}

const idsIn = ({ firstMessageId, lastMessageId }: MessageRange) =>
  Array.from({ length: lastMessageId - firstMessageId + 1 }, (_, index) => firstMessageId + index)

/**
 * Messages of a batch that have no result yet; running the batch again finds only these. Some of its range may have
 * moved to another carrier. Their ids are also named one by one: of a range PostgreSQL would think, before it knows the
 * values, that half of a per cent of all messages are in it, and never keep the plan.
 */
export async function listUnsubmitted(db: Queryable, range: MessageRange): Promise<OutgoingMessage[]> {
  const { rows } = await sql<OutgoingMessage>`
    ${prepared}
    select m.id, m.phone, m.attempts, m.retry_at as "retryAt", m.request_id as "requestId", r.sender, coalesce(m.encoding, r.encoding) as encoding,
           r.due_at as "dueAt", coalesce(m.text, r.text) as text, r.sealed_text as "sealedText", o.phone is not null as "optedOut"
      from sms_messages m
      join sms_requests r on r.id = m.request_id
      left join sms_optouts o on o.account_id = m.account_id and o.phone = m.phone
     where ${within(range)}
       and m.id = any(${idsIn(range)}::bigint[])
       and m.carrier = ${range.carrier}
       and m.status = 'PENDING'
       and m.submitted_at is null
     order by m.id
  `.execute(db)
  return rows
}

export interface Taken {
  readonly id: number
  readonly carrier: string
  readonly references: readonly string[]
  readonly at: Date
  /** Whose text was secret, and is not kept any longer. */
  readonly sealedRequestId?: number | undefined
}

/**
 * Everybody names rows in the same order, and PostgreSQL mostly locks them in it, so that two processes seldom wait for
 * each other. When they do, one of them fails, and its batch is written again item by item.
 */
export const inOrder = <T extends { readonly id: number }>(items: readonly T[]) => items.toSorted((a, b) => a.id - b.id)

/** What messages cost, in 1/10,000. */
export interface Paid {
  readonly accountId: number
  readonly product: CreditProduct
  readonly price: number
}

/** Messages of an account that a carrier took, and what they cost together. */
export interface PaidTogether extends Paid {
  readonly messages: number
}

/**
 * One that ended while the carrier still thought about it was not paid for, and stays so. Both in one statement: there
 * is no moment when a message is submitted and its references are not known. Arrays, and times as numbers: PostgreSQL
 * reads them in a quarter of the time that it needs for JSON.
 */
export async function markTaken(tx: Tx, items: readonly Taken[]): Promise<PaidTogether[]> {
  const taken = inOrder(items)
  const references = taken.flatMap(({ id, carrier, references: all }) =>
    all.map((reference, index) => ({ id, carrier, reference, part: index + 1, parts: all.length })),
  )
  const { rows } = await sql<PaidTogether>`
    ${prepared}
    with submitted as (
      update sms_messages m
         set submitted_at = to_timestamp(v.at_ms / 1000), reason = null
        from unnest(${taken.map(({ id }) => id)}::bigint[], ${taken.map(({ at }) => at.getTime())}::float8[]) as v(id, at_ms)
       where m.id = v.id
         and m.submitted_at is null
         and m.status = 'PENDING'
      returning m.account_id, m.product, m.price
    ),
    referred as (
      insert into sms_references (carrier, reference, message_id, part, parts)
      select *
        from unnest(${references.map(({ carrier }) => carrier)}::text[], ${references.map(({ reference }) => reference)}::text[],
                    ${references.map(({ id }) => id)}::bigint[], ${references.map(({ part }) => part)}::smallint[],
                    ${references.map(({ parts }) => parts)}::smallint[])
    )
    select account_id as "accountId", product, sum(price * 10000)::bigint as price, count(*) as messages
      from submitted
     group by account_id, product
  `.execute(tx)
  return rows
}

/** Nobody needs these texts any more. */
export async function wipeTexts(tx: Tx, requestIds: readonly number[]): Promise<void> {
  await sql`
    ${prepared}
    update sms_requests
       set sealed_text = null
     where id = any(${requestIds.toSorted((a, b) => a - b)}::bigint[])
       and sealed_text is not null
  `.execute(tx)
}

/** A pending message that waits before it is submitted again. */
export interface Busy {
  readonly id: number
  readonly retryAt: Date
  /** The carrier throttles it: that counts as no attempt, and is shown on the message until it is taken. */
  readonly throttled: boolean
}

export async function markBusy(tx: Tx, items: readonly Busy[]): Promise<void> {
  await sql`
    update sms_messages m
       set attempts = m.attempts + case when v.throttled then 0 else 1 end, retry_at = v."retryAt",
           reason = case when v.throttled then 'throttled' end
      from json_to_recordset(${JSON.stringify(inOrder(items))}::json) as v(id bigint, "retryAt" timestamptz, throttled boolean)
     where m.id = v.id
       and m.status = 'PENDING'
  `.execute(tx)
}

export interface CarrierReceipt extends Receipt {
  readonly carrier: string
}

export interface Match {
  readonly messageId: number
  readonly part: number
  readonly parts: number
  readonly pending: boolean
}

/**
 * What each receipt is about, in their order; null where no message has the reference. References repeat over time: the
 * newest pending message wins, and a message that was final before `finalSince` is not meant any more, but one whose
 * submit answer is still to come.
 */
export async function matchReceipts(
  tx: Queryable,
  receipts: readonly CarrierReceipt[],
  finalSince: Date,
): Promise<(Match | null)[]> {
  const { rows } = await sql<{ [Name in keyof Match]: Match[Name] | null }>`
    ${prepared}
    select found.*
      from unnest(${receipts.map(({ carrier }) => carrier)}::text[], ${receipts.map(({ reference }) => reference)}::text[])
           with ordinality as v(carrier, reference, place)
      left join lateral (
        select r.message_id as "messageId", r.part, r.parts, m.status = 'PENDING' as pending
          from sms_references r
          join sms_messages m on m.id = r.message_id
         where r.carrier = v.carrier
           and r.reference = v.reference
           and (m.status = 'PENDING' or m.done_at > ${finalSince})
         order by (m.status = 'PENDING') desc, r.message_id desc
         limit 1
      ) found on true
     order by v.place
  `.execute(tx)
  return rows.map((row) => (row.messageId === null ? null : (row as Match)))
}

/**
 * Keeps the receipts of parts, and says which of these messages are final now: one part failed, or all arrived. The
 * messages are locked first: of two processes with the last two parts of a message the second must see what the first
 * one wrote, or neither would find it complete.
 */
export async function insertPartReceipts(tx: Tx, parts: readonly (Match & Receipt)[]): Promise<Final[]> {
  const messages = new Map(parts.map(({ messageId, parts: count }) => [messageId, count]))
  await sql`select id from sms_messages where id = any(${[...messages.keys()]}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  await sql`
    insert into sms_part_receipts (message_id, part, status, reason, done_at)
    select *
      from unnest(${parts.map(({ messageId }) => messageId)}::bigint[], ${parts.map(({ part }) => part)}::int[], ${parts.map(({ status }) => status)}::text[],
                  ${parts.map(({ reason }) => reason)}::text[], ${parts.map(({ at }) => at)}::timestamptz[])
        on conflict (message_id, part) do nothing
  `.execute(tx)
  const { rows } = await sql<Final>`
    select p.message_id as id, case when bool_or(p.status = 'UNDELIVERED') then 'UNDELIVERED' else 'DELIVERED' end as status,
           min(p.reason) as reason, max(p.done_at) as at
      from sms_part_receipts p
      join unnest(${[...messages.keys()]}::bigint[], ${[...messages.values()]}::int[]) as v(message_id, parts) on v.message_id = p.message_id
     group by p.message_id, v.parts
    having bool_or(p.status = 'UNDELIVERED') or count(*) = v.parts
  `.execute(tx)
  return rows
}

/** Receipts that match nothing are kept: tried again for a while as work, and then shown as unknown. */
export async function insertUnknownReceipts(
  tx: Tx,
  receipts: readonly CarrierReceipt[],
  now: Date,
  due: Date,
): Promise<void> {
  await sql`
    insert into sms_receipts (carrier, reference, status, reason, done_at, received_at, due_at)
    select *, ${now}::timestamptz, ${due}::timestamptz
      from unnest(${receipts.map(({ carrier }) => carrier)}::text[], ${receipts.map(({ reference }) => reference)}::text[],
                  ${receipts.map(({ status }) => status)}::text[], ${receipts.map(({ reason }) => reason)}::text[], ${receipts.map(({ at }) => at)}::timestamptz[])
  `.execute(tx)
}

/**
 * Takes out the receipts that were waiting for these references. What was given up as unknown belonged to an earlier
 * use of the reference.
 */
export async function takeWaitingReceipts(tx: Tx, taken: readonly Taken[]): Promise<CarrierReceipt[]> {
  const wanted = taken.flatMap(({ carrier, references }) => references.map((reference) => ({ carrier, reference })))
  const { rows } = await sql<CarrierReceipt>`
    ${prepared}
    delete from sms_receipts r
     using unnest(${wanted.map(({ carrier }) => carrier)}::text[], ${wanted.map(({ reference }) => reference)}::text[]) as v(carrier, reference)
     where r.carrier = v.carrier
       and r.reference = v.reference
       and r.due_at is not null
    returning r.carrier, r.reference, r.status, r.reason, r.done_at as at
  `.execute(tx)
  return rows
}

export async function deleteOldReceipts(db: Queryable, before: Date): Promise<void> {
  await sql`delete from sms_receipts where received_at < ${before} and due_at is null`.execute(db)
}

export interface PendingMessage {
  readonly id: number
  readonly phone: string
  readonly carrier: string
  /** Null, and no references, while no carrier has taken it. */
  readonly submittedAt: Date | null
  readonly references: string[]
}

/** Messages of a range about which nothing final is known. */
export async function listPending(db: Queryable, range: MessageRange): Promise<PendingMessage[]> {
  const { rows } = await sql<PendingMessage>`
    select m.id, m.phone, m.carrier, m.submitted_at as "submittedAt",
           coalesce(array_agg(r.reference order by r.part) filter (where r.reference is not null), '{}') as references
      from sms_messages m
      left join sms_references r on r.message_id = m.id and r.message_id between ${range.firstMessageId} and ${range.lastMessageId}
     where ${within(range)}
       and m.status = 'PENDING'
     group by m.id, m.phone, m.carrier, m.submitted_at
  `.execute(db)
  return rows
}
