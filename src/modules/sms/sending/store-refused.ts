import { type RawBuilder, sql } from 'kysely'
import type { RefusedRecipient } from '../model.ts'

/** Recipients without a message. */

export interface NewRefused extends RefusedRecipient {
  readonly requestId: number
  /** The position among the refused recipients of the request, from 0. */
  readonly place: number
  readonly accountId: number
  /** The report to the submitter; omitted when it wants none. */
  readonly report?: { readonly submitter: string; readonly phone: string; readonly event: number }
}

/** Common table expressions that insert the recipients, and the reports about them. */
export function insertRefusedSql(refused: readonly NewRefused[], now: Date): RawBuilder<unknown> {
  const rows = refused.map(({ report, ...row }) => ({ ...row, ...report }))
  return sql`
    refused_rows as materialized (
      select *
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as r("requestId" bigint, place integer, "accountId" bigint, "recipientId" text, number text, why text,
               submitter text, phone text, event smallint)
    ),
    refused as (
      insert into sms_refused (request_id, place, account_id, recipient_id, number, why)
      select "requestId", place, "accountId", "recipientId", number, why from refused_rows
    ),
    refused_reports as (
      insert into sms_reports (account_id, submitter, kind, request_id, message_id, recipient_id, phone, event, reason, happened_at, created_at, due_at)
      select "accountId", submitter, split_part(submitter, '/', 1), "requestId", null, "recipientId", phone, event, why,
             ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
        from refused_rows
       where submitter is not null
    )
  `
}
