import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { chunkSize, chunksOf, type Database, prepared, type Queryable } from '../../../engine/db/index.ts'
import type { Encoding } from '../../../values/gsm.ts'
import { type Charge, holdParts, selectChangedCredit } from '../../balance/index.ts'
import { selectOutdatedConsents } from '../../consent/index.ts'
import { selectInactive } from '../../senders/index.ts'
import type { Priced } from './charge.ts'
import type { Recalled } from './facts.ts'
import {
  type BatchOffer,
  insertBatchesSql,
  insertLabelsSql,
  insertRefusedSql,
  type LeasedBatch,
  leasedColumns,
  type NewLabel,
  type NewRefused,
  type OfferedBatch,
  offersSql,
  timeText,
} from './store-new-rows.ts'

/** Accepting requests. */

/** A draft with its ids. */
export interface NewRequest extends Priced {
  readonly id: number
  /** Set when the text of the draft is masked. */
  readonly sealedText: Buffer | null
  readonly dueAt: Date
  readonly validUntil: Date
  /** Null without messages. */
  readonly firstMessageId: number | null
}

export interface NewMessage {
  readonly id: number
  readonly accountId: number
  readonly requestId: number
  readonly sender: string
  readonly recipientId: string
  readonly phone: string
  readonly carrier: string
  readonly segments: number
  /** In 1/10,000. */
  readonly price: number
  /** The balance that pays; omitted for SMS credit. */
  readonly product?: string
  /** Both are omitted when the message has the text of its request. */
  readonly text?: string
  readonly encoding?: Encoding
  /** Both are omitted when nobody asked for reports. */
  readonly submitter?: string
  readonly reports?: number
}

/**
 * Rows are passed as JSON, because building an array per column takes twice as long in this process, which is the
 * bottleneck. Fields that are usually empty and times that rows share are omitted: parsing them would take more than
 * half of PostgreSQL's time per row before the insert.
 */
function rowOf({ id, draft, plan, sealedText, dueAt, validUntil, firstMessageId }: NewRequest, now: Date) {
  const { accountId, sender, text, encoding, segments, jobName, campaignTitle, origin, wire, tags, reference } = draft
  const valid = plan.accepted.length
  return {
    id,
    accountId,
    sender,
    text,
    sealedText: sealedText === null ? undefined : `\\x${sealedText.toString('hex')}`,
    encoding,
    segments,
    jobName: jobName ?? undefined,
    campaignTitle: campaignTitle ?? undefined,
    origin,
    wire,
    tags,
    reference,
    dueAt: dueAt.getTime() === now.getTime() ? undefined : timeText(dueAt),
    validSeconds: (validUntil.getTime() - dueAt.getTime()) / 1_000,
    firstMessageId: firstMessageId ?? undefined,
    lastMessageId: firstMessageId === null ? undefined : firstMessageId + valid - 1,
    valid,
    invalid: plan.invalid || undefined,
    duplicates: plan.duplicates || undefined,
    optedOut: plan.optedOut || undefined,
  }
}

function insertRequestsSql(rows: readonly Partial<ReturnType<typeof rowOf>>[], now: Date) {
  const due = sql`coalesce("dueAt", ${now}::timestamptz)`
  return sql`
    insert into sms_requests
           (id, account_id, sender, text, sealed_text, encoding, segments, job_name, campaign_title, due_at, valid_until, first_message_id, last_message_id,
            valid, invalid, duplicates, opted_out, created_at, origin, wire, tags, reference)
    select id, "accountId", sender, text, "sealedText", encoding, segments, "jobName", "campaignTitle", ${due}, ${due} + make_interval(secs => "validSeconds"),
           "firstMessageId", "lastMessageId", valid, coalesce(invalid, 0), coalesce(duplicates, 0), coalesce("optedOut", 0), ${now}::timestamptz, origin, wire, tags, reference
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(id bigint, "accountId" bigint, sender text, text text, "sealedText" bytea, encoding text, segments smallint, "jobName" text, "campaignTitle" text,
             "dueAt" timestamptz, "validSeconds" double precision, "firstMessageId" bigint, "lastMessageId" bigint,
             valid integer, invalid integer, duplicates integer, "optedOut" integer, origin jsonb, wire jsonb, tags text[], reference text)
  `
}

/** Values that all messages share, apart from exceptions, are passed once. */
function insertMessagesSql(messages: readonly NewMessage[]) {
  const [first] = messages
  const unlessShared = <Key extends keyof NewMessage>(message: NewMessage, key: Key) =>
    message[key] === first?.[key] ? undefined : message[key]
  const rows = messages.map((message) => ({
    id: message.id,
    recipientId: message.recipientId,
    phone: message.phone,
    accountId: unlessShared(message, 'accountId'),
    requestId: unlessShared(message, 'requestId'),
    sender: unlessShared(message, 'sender'),
    carrier: unlessShared(message, 'carrier'),
    segments: unlessShared(message, 'segments'),
    price: unlessShared(message, 'price'),
    product: message.product,
    text: message.text,
    encoding: message.encoding,
    submitter: message.submitter,
    reports: message.reports,
  }))
  return sql`
    insert into sms_messages (id, account_id, request_id, sender, recipient_id, phone, carrier, segments, price, product, text, encoding, submitter, reports)
    select id, coalesce("accountId", ${first?.accountId ?? null}::bigint), coalesce("requestId", ${first?.requestId ?? null}::bigint),
           coalesce(sender, ${first?.sender ?? null}::text), "recipientId", phone,
           coalesce(carrier, ${first?.carrier ?? null}::text), coalesce(segments, ${first?.segments ?? null}::smallint),
           coalesce(price, ${first?.price ?? null}::numeric) / 10000, coalesce(product, 'SMS'), text, encoding, submitter, reports
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as m(id bigint, "accountId" bigint, "requestId" bigint, sender text, "recipientId" text, phone text, carrier text, segments smallint, price numeric, product text,
             text text, encoding text, submitter text, reports smallint)
  `
}

export interface NewSends {
  readonly requests: readonly NewRequest[]
  readonly messages: Iterable<NewMessage>
  /** The work of sending. Each batch also gets an expiry, which watches its messages until all are final. */
  readonly batches: readonly OfferedBatch[]
  /** Recipients without a message. */
  readonly refused: Iterable<NewRefused>
  readonly labels: Iterable<NewLabel>
  /** The cost by account. */
  readonly charges: readonly Charge[]
  /** Facts that the sends rely on. */
  readonly recalled: Recalled
  /** Numbers that must not be on the do-not-disturb list. */
  readonly undisturbed: readonly string[]
  readonly now: Date
}

export const fitsOneStatement = (messages: number) => messages <= chunkSize

/**
 * PostgreSQL runs the parts from last to first, so the balance, which others wait for, is locked at the end. One
 * statement saves round trips, during which other callers would wait. Rows beyond the limit are inserted first in
 * pieces, which needs a transaction. Fails when a recalled fact is outdated. Returns the batches that were leased.
 */
export async function insertSends(
  tx: Queryable,
  { requests, messages, batches, refused, labels, charges, recalled, undisturbed, now }: NewSends,
  offers: readonly BatchOffer[],
  receiptCheckSeconds: number,
): Promise<LeasedBatch[]> {
  const chunks = chunksOf(messages)
  const first = chunks.next().value ?? []
  await insertInTurn(tx, chunks)
  const refusedChunks = chunksOf(refused)
  const firstRefused = refusedChunks.next().value ?? []
  for (const chunk of refusedChunks) await sql`with ${insertRefusedSql(chunk, now)} select`.execute(tx)
  const labelChunks = chunksOf(labels)
  const firstLabels = labelChunks.next().value ?? []
  for (const chunk of labelChunks) await sql`with ${insertLabelsSql(chunk, now)} select`.execute(tx)
  const { rows } = await sql<LeasedBatch>`
    ${prepared}
    with outdated as materialized (
           select refuse_outdated_reads()
             from (${selectInactive(recalled.senders)}
                    union all
                   ${selectOutdatedConsents(recalled.consent, undisturbed)}
                    union all
                   ${selectChangedCredit(recalled.credit)}) fact
         ),
         ${charges.length === 0 ? sql`` : sql`${holdParts(charges, now)},`}
         requests as (${insertRequestsSql(
           requests.map((request) => rowOf(request, now)),
           now,
         )}),
         messages as (${insertMessagesSql(first)}),
         ${firstRefused.length === 0 ? sql`` : sql`${insertRefusedSql(firstRefused, now)},`}
         ${firstLabels.length === 0 ? sql`` : sql`${insertLabelsSql(firstLabels, now)},`}
         offers as materialized (${offersSql(offers)}),
         batches as (${insertBatchesSql(batches)}),
         expiries as (
           insert into sms_expiries (account_id, carrier, first_message_id, last_message_id, valid_until, first_due_at, due_at)
           select account_id, carrier, first_message_id, last_message_id, valid_until, due_at,
                  least(due_at + make_interval(secs => ${receiptCheckSeconds}), valid_until)
             from batches
            where not exists (select from outdated)
         )
    select ${leasedColumns} from batches b where b.lease_owner is not null
  `.execute(tx)
  return rows
}

/** Each piece is prepared while PostgreSQL inserts the one before. */
async function insertInTurn(tx: Queryable, chunks: Iterable<readonly NewMessage[]>): Promise<void> {
  let inserting: Promise<unknown> = Promise.resolve()
  for (const chunk of chunks) {
    const statement = insertMessagesSql(chunk)
    await inserting
    inserting = statement.execute(tx)
    // A failure is thrown by the next `await`.
    inserting.catch(() => {})
    await nextTurn()
  }
  await inserting
}

const outdatedReads = 'NG001'

/** Whether a statement failed because it relied on outdated facts. */
export const isOutdated = (error: unknown) => error instanceof Error && 'code' in error && error.code === outdatedReads

const uniqueViolation = '23505'
const lockNotAvailable = '55P03'

/** No account has this id. */
const unusedAccountId = 0

/**
 * Whether requests were committed by a transaction whose connection was lost. Inserts a row with one of their ids: that
 * waits for the lost transaction to end, and then conflicts with its row or succeeds. A plain read would miss a commit
 * that is in progress or has not begun; with its id taken, such a commit fails. Null while the lost transaction is
 * still running.
 */
export async function wereRequestsStored(db: Database, requests: readonly NewRequest[], now: Date) {
  const [first] = requests
  if (!first) return false
  const { id, sender, encoding, segments, dueAt, validSeconds } = rowOf(first, now)
  const taken = { id, sender, encoding, segments, dueAt, validSeconds, accountId: unusedAccountId, text: '', valid: 0 }
  try {
    await db.transaction(async (tx) => {
      await sql`set local lock_timeout = '5s'`.execute(tx)
      await insertRequestsSql([taken], now).execute(tx)
    })
    return false
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === lockNotAvailable) return null
    if (code !== uniqueViolation) throw error
    // The row is from the lost transaction, or from an earlier lookup that lost its connection.
    const { rows } =
      await sql`select from sms_requests where id = ${first.id} and account_id = ${first.draft.accountId}`.execute(db)
    return rows.length > 0
  }
}
