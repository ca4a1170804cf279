import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, type Tx } from '../../engine/db/index.ts'

/** Conversations, as far as incoming messages and numbers need them. */

/** The beginning of the last message, for lists. */
export const lastTextOf = (text: string) => sql`left(${text}::text, 200)`

/**
 * The assignee of conversation `c` after it is opened. Members who leave or become viewers keep only closed
 * conversations, which nobody would see under their name.
 */
export const assigneeOnceOpen = sql`
  case
    when c.status = 'open' or exists (select from members m where m.account_id = c.account_id and m.user_id = c.assignee_id and m.role <> 'viewer')
    then c.assignee_id
  end
`

/** A message of a person. */
export interface Incoming {
  readonly accountId: number
  /** `sms`, or the chat service. */
  readonly channel: string
  /** The business of a chat; empty for SMS. */
  readonly business: string
  readonly phone: string
  readonly text: string
  /** False for a command such as STOP, which nobody has to answer. */
  readonly needsReply?: boolean
}

/**
 * Adds a message of a person to the conversation, which is opened again. A command neither opens the conversation nor
 * counts as unread. Rows of SMS are locked before balances and counts of campaigns, and rows of chat after balances, by
 * everyone, so that transactions cannot deadlock.
 */
export async function noteIncoming(
  tx: Tx,
  { accountId, channel, business, phone, text, needsReply = true }: Incoming,
  at: Date,
): Promise<void> {
  const status = needsReply ? 'open' : 'closed'
  await sql`
    insert into conversations as c (account_id, channel, business, phone, status, incoming, last_at, last_text, last_direction, created_at)
    values (${accountId}, ${channel}, ${business}, ${phone}, ${status}, ${needsReply ? 1 : 0}, ${at}, ${lastTextOf(text)}, 'in', ${at})
        on conflict (account_id, channel, business, phone) do update
       set status = ${needsReply ? sql`'open'` : sql`c.status`},
           assignee_id = ${needsReply ? assigneeOnceOpen : sql`c.assignee_id`},
           incoming = c.incoming + excluded.incoming,
           last_at = greatest(c.last_at, excluded.last_at),
           last_text = excluded.last_text,
           last_direction = 'in',
           version = nextval('conversation_versions')
  `.execute(tx)
}

const ofNumberColumns = columnsOf('conversations', {
  id: 'id',
  channel: 'channel',
  status: 'status',
  lastAt: 'last_at',
})

/** A number has one conversation for each channel and business. */
const ofNumberMax = 100

/** The conversations with a number, latest first. */
export async function listConversationsOf(
  db: Queryable,
  accountId: number,
  phone: string,
): Promise<RowOf<typeof ofNumberColumns>[]> {
  const { rows } = await sql<RowOf<typeof ofNumberColumns>>`
    select ${ofNumberColumns}
      from conversations
     where account_id = ${accountId}
       and phone = ${phone}
     order by last_at desc, id desc
     limit ${ofNumberMax}
  `.execute(db)
  return rows
}

/** Transactions may commit in another order than they took their versions, so the newest version alone can stay the same. */
const markedVersions = 8

/** A text that changes with every change of a conversation of the account. */
export const conversationsMark = (accountId: RawBuilder<unknown>) => sql`(
  select string_agg(version::text, ' ')
    from (select version from conversations where account_id = ${accountId} order by version desc limit ${sql.lit(markedVersions)}) newest
)`
