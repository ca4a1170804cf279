import { sql } from 'kysely'
import { columnsOf, type RowOf, type Tx } from '../../../engine/db/index.ts'
import type { AcceptedSubmit, CarrierReceipt, Final, Lane } from '../model.ts'
import { isDueAgainSql } from './due-again.ts'
import { finalOf } from './match-receipts.ts'
import { classifyFailure } from './resubmit-rules.ts'

/**
 * Messages that a carrier accepted, could not deliver, and gets once more. They stay PENDING with the time of their first
 * acceptance, so they are charged and counted once. Only a batch with `again` reads them.
 */

/** A receipt that asks for another submit, and its message. */
export interface Failure {
  readonly messageId: number
  readonly receipt: CarrierReceipt
}

const failedColumns = columnsOf('sms_messages', 'id, request_id, product, submitted_at, retry_at', {
  pending: sql<boolean>`status = 'PENDING'`,
})

const requestColumns = columnsOf('sms_requests', { id: 'id', validUntil: 'valid_until', recipients: 'valid' })

const referenceColumns = columnsOf('sms_references', 'message_id, carrier, reference', {
  failed: sql<boolean>`failed_at is not null`,
})

interface DueAgain extends Failure {
  readonly at: Date
  readonly lane: Lane
  readonly validUntil: Date
}

/** Makes messages due again. Returns those that end instead, and the receipts whose message is not stored yet. */
export async function resubmitLater(tx: Tx, failures: readonly Failure[], now: Date) {
  const ids = [...new Set(failures.map(({ messageId }) => messageId))]
  // Locked, so that of two receipts for a message only one makes it due again.
  const { rows } = await sql<RowOf<typeof failedColumns>>`
    select ${failedColumns} from sms_messages where id = any(${ids}::bigint[]) order by id for no key update
  `.execute(tx)
  // Read by their ids, because a join would be planned for all partitions.
  const { rows: requests } = await sql<RowOf<typeof requestColumns>>`
    select ${requestColumns} from sms_requests where id = any(${rows.map(({ requestId }) => requestId)}::bigint[])
  `.execute(tx)
  const { rows: references } = await sql<RowOf<typeof referenceColumns>>`
    select ${referenceColumns} from sms_references where message_id = any(${ids}::bigint[])
  `.execute(tx)
  const messages = new Map(rows.map((row) => [row.id, row]))
  const contents = new Map(requests.map(({ id, ...request }) => [id, request]))
  const again = new Map<number, DueAgain>()
  const finals: Final[] = []
  const unknown: CarrierReceipt[] = []
  for (const failure of failures) {
    const { messageId, receipt } = failure
    const message = messages.get(messageId)
    const request = message && contents.get(message.requestId)
    if (message === undefined || request === undefined || again.has(messageId)) continue
    const own = references.filter((one) => one.messageId === messageId)
    const same = own.filter((one) => one.carrier === receipt.carrier && one.reference === receipt.reference)
    const isRepeated = same.length > 0 && same.every((one) => one.failed)
    const failures = own.filter((one) => one.failed).length
    const verdict = classifyFailure({ ...message, ...request, failures, isRepeated }, now)
    if (verdict.does === 'again') again.set(messageId, { ...failure, ...verdict, validUntil: request.validUntil })
    else if (verdict.does === 'end') finals.push(finalOf(messageId, receipt))
    else if (verdict.does === 'unknown') unknown.push(receipt)
  }
  if (again.size > 0) await markDueAgain(tx, [...again.values()])
  return { finals, unknown }
}

async function markDueAgain(tx: Tx, items: readonly DueAgain[]): Promise<void> {
  const rows = items.map(
    ({ messageId, receipt: { carrier, reference, reason, at: failedAt }, at, lane, validUntil }) => ({
      ...{ messageId, carrier, reference, reason, failedAt },
      ...{ at, lane, validUntil },
    }),
  )
  await sql`
    with v as (
      select *
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as v("messageId" bigint, carrier text, reference text, reason text, "failedAt" timestamptz, at timestamptz, lane text,
               "validUntil" timestamptz)
    ),
    failed as (
      update sms_references f
         set failed_at = v."failedAt", failed_reason = v.reason
        from v
       where f.message_id = v."messageId"
         and f.carrier = v.carrier
         and f.reference = v.reference
         and f.failed_at is null
    ),
    due as (
      update sms_messages m
         set retry_at = v.at, reason = v.reason, attempts = 0
        from v
       where m.id = v."messageId"
         and m.status = 'PENDING'
      returning m.id, m.account_id, m.carrier, v.lane, v.at, v."validUntil" as valid_until
    )
    insert into sms_batches (account_id, carrier, lane, first_message_id, last_message_id, valid_until, due_at, again)
    select account_id, carrier, lane, id, id, valid_until, at, true from due
  `.execute(tx)
}

/** A carrier accepted messages once more. Their earlier references stay known. */
export async function markResubmitted(tx: Tx, items: readonly AcceptedSubmit[]): Promise<void> {
  const references = items.flatMap(({ id, carrier, references: all, at }) =>
    all.map((reference, index) => ({ id, carrier, reference, part: index + 1, parts: all.length, at })),
  )
  await sql`
    update sms_messages m
       set retry_at = null
     where m.id = any(${items.map(({ id }) => id)}::bigint[])
       and m.status = 'PENDING'
       and ${isDueAgainSql}
  `.execute(tx)
  await sql`
    insert into sms_references (carrier, reference, message_id, part, parts, again_at)
    select carrier, reference, id, part, parts, at
      from json_to_recordset(${JSON.stringify(references)}::json)
        as v(id bigint, carrier text, reference text, part smallint, parts smallint, at timestamptz)
  `.execute(tx)
}
