import { sql } from 'kysely'
import { columnsOf, type RowOf } from '../../engine/db/index.ts'
import type { WorkRow } from '../../engine/work/index.ts'
import type { KannelOrigin } from './model.ts'

/** Reports that were not yet delivered to their dlr-url. */

interface ReportedRequest {
  /** Null after the texts of the request were removed. */
  readonly detail: KannelOrigin | null
  readonly sender: string
  readonly acceptedAt: string
  /** The prefix of the recipient; null when no number had one. */
  readonly prefix: string | null
}

/** The recipient id is the position in the request, from 1, or the word for an erased recipient. */
const prefix = sql`(
  select case when one.recipient_id ~ '^[0-9]{1,6}$' then substr(r.origin -> 'detail' ->> 'prefixes', one.recipient_id::integer, 1) end
    from (select coalesce(w.recipient_id, (select m.recipient_id from sms_messages m where m.id = w.message_id and m.account_id = w.account_id)) as recipient_id) one
)`

const credentialId = sql`(r.origin -> 'detail' -> 'credential' ->> 'id')::bigint`

/**
 * Whether the credential of request `r` may use plain HTTP and private hosts now. A revoked one may not, unless the key
 * that replaced it may.
 */
const mayUsePrivateUrls = sql`exists (
  with recursive usable as (
    select c.id, c.replaced_by, c.private_urls, c.revoked_at
      from credentials c
     where c.id = ${credentialId}
       and c.account_id = r.account_id
     union
    select c.id, c.replaced_by, c.private_urls, c.revoked_at
      from credentials c
      join usable u on c.id = u.replaced_by
     where c.account_id = r.account_id
  )
  select from usable where private_urls and revoked_at is null
)`

export const reportColumns = columnsOf(
  { w: 'sms_reports' },
  `w.account_id, w.submitter, w.event, w.reason, w.phone, w.request_id, w.submitted_at, w.happened_at,
   w.created_at`,
  {
    isRetry: sql<boolean>`w.attempts > 1`,
    /** When an earlier report about the message is due; null without one. */
    earlierDue: sql<Date | null>`(
      select max(e.due_at)
        from sms_reports e
       where e.kind = 'kannel'
         and e.message_id = w.message_id
         and e.id < w.id
    )`,
    /** Null when the request was removed. */
    request: sql<(ReportedRequest & { readonly privateUrls: boolean }) | null>`(
      select json_build_object('detail', (r.origin -> 'detail') - 'prefixes', 'sender', r.sender, 'acceptedAt', r.created_at,
                               'prefix', ${prefix}, 'privateUrls', ${mayUsePrivateUrls})
        from sms_requests r
       where r.id = w.request_id
         and r.account_id = w.account_id
    )`,
  },
)
export type ReportRow = WorkRow & RowOf<typeof reportColumns>
