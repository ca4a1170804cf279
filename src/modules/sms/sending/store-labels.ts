import { sql } from 'kysely'
import type { Row } from '../../../engine/db/index.ts'

/** Tags and references by which messages are found. */

export interface NewLabel {
  readonly requestId: number
  /** The position among the labels of the request, from 0. */
  readonly place: number
  readonly accountId: number
  readonly kind: Row<'sms_labels', 'kind'>['kind']
  readonly value: string
  /** Omitted when it is a label of all messages of the request. */
  readonly messageId?: number
}

/** A common table expression that inserts labels. */
export const insertLabelsSql = (labels: readonly NewLabel[], now: Date) => sql`
  labels as (
    insert into sms_labels (request_id, place, account_id, kind, value, message_id, created_at)
    select "requestId", place, "accountId", kind, value, "messageId", ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(labels)}::json)
        as l("requestId" bigint, place integer, "accountId" bigint, kind text, value text, "messageId" bigint)
  )
`
