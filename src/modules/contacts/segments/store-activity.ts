import { type RawBuilder, sql } from 'kysely'
import { findFirstSince, type Queryable, type Row } from '../../../engine/db/index.ts'
import { idMax } from '../store-books.ts'

/**
 * Messages to and from a contact. `offset 0` keeps PostgreSQL from joining: a walk checks few contacts at a time, each
 * with a lookup in an index. The index of messages has another collation than the number of a contact.
 */

const phone = sql`(c.phone collate "default")`

/**
 * Whether the account sent a message to the contact, of all messages or of those from an id on. PINs and messages
 * that ended without being sent do not count. Waiting messages do, so that the next send selects other contacts.
 */
export const hasMessage = (accountId: number, firstId: number | null): RawBuilder<boolean> => sql`exists (
  select
    from sms_messages m
   where m.account_id = ${accountId}
     and m.phone = ${phone}
     and m.product = 'SMS'
     and (m.status = 'PENDING' or m.submitted_at is not null)
     ${firstId === null ? sql`` : sql`and m.id >= ${firstId}`}
  offset 0)`

/** Whether the contact wrote to the account. STOP, START and HELP do not count. */
export const hasReply = (accountId: number, since: Date | null): RawBuilder<boolean> => sql`exists (
  select
    from inbound_messages i
   where i.account_id = ${accountId}
     and i.phone = ${phone}
     and i.kind = 'message'
     ${since === null ? sql`` : sql`and i.received_at >= ${since}`}
  offset 0)`

/** Whether the contact clicked a link of a campaign. */
export const hasClick = (accountId: number, since: Date | null): RawBuilder<boolean> => sql`exists (
  select
    from sms_messages m
    join campaign_responses r on r.message_id = m.id
   where m.account_id = ${accountId}
     and m.phone = ${phone}
     and m.submitter like 'campaign/%'
     and r.account_id = ${accountId}
     and r.kind = 'click'
     ${since === null ? sql`` : sql`and r.happened_at >= ${since}`}
  offset 0)`

/** Approximately the first message that was accepted since a time. Exact to about a minute. */
export async function findFirstMessageSince(db: Queryable, time: Date): Promise<number> {
  const requestId = await findFirstSince(db, 'sms_requests', 'created_at', time)
  const { rows } = await sql<Row<'sms_requests', 'first_message_id'>>`
    select first_message_id
      from sms_requests
     where id >= ${requestId}
       and first_message_id is not null
     order by id
     limit 1
  `.execute(db)
  return rows[0]?.first_message_id ?? idMax
}
