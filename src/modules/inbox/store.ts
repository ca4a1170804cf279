import { type RawBuilder, sql } from 'kysely'
import { type ConversationStatus, smsChannel } from '../../contract/account/conversations.ts'
import {
  columnsOf,
  hasNumberPart,
  type Queryable,
  type Row,
  type RowOf,
  selectLongPage,
  type Tx,
} from '../../engine/db/index.ts'
import type { NumberPart } from '../../values/number-parts.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'

/** Conversations: lists, counts and changes. */

const columns = columnsOf(
  { c: 'conversations' },
  {
    id: 'c.id',
    channel: 'c.channel',
    business: 'c.business',
    phone: 'c.phone',
    status: 'c.status',
    assigneeId: 'c.assignee_id',
    incoming: 'c.incoming',
    replies: 'c.replies',
    lastAt: 'c.last_at',
    lastText: 'c.last_text',
    lastDirection: 'c.last_direction',
    createdAt: 'c.created_at',
  },
)

export type StoredConversation = RowOf<typeof columns>

export async function findConversation(
  db: Queryable,
  accountId: number,
  id: number,
): Promise<StoredConversation | null> {
  const { rows } = await sql<StoredConversation>`
    select ${columns} from conversations c where c.id = ${id} and c.account_id = ${accountId}
  `.execute(db)
  return rows[0] ?? null
}

/** The same, which nobody else changes until the commit. */
export async function lockConversation(tx: Tx, accountId: number, id: number): Promise<StoredConversation | null> {
  const { rows } = await sql<StoredConversation>`
    select ${columns} from conversations c where c.id = ${id} and c.account_id = ${accountId} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

export async function findSmsConversation(
  db: Queryable,
  accountId: number,
  phone: string,
): Promise<StoredConversation | null> {
  const { rows } = await sql<StoredConversation>`
    select ${columns}
      from conversations c
     where c.account_id = ${accountId}
       and c.channel = ${smsChannel}
       and c.business = ''
       and c.phone = ${phone}
  `.execute(db)
  return rows[0] ?? null
}

export interface Filter {
  /** Null for all. */
  readonly status: ConversationStatus | null
  /** A member, `none` for unassigned conversations, null for all. */
  readonly assignee: { readonly id: string } | 'none' | null
  /** The user who has not read them; null for all. */
  readonly unreadBy: string | null
  readonly channel: string | null
  /** Only these conversations; null for all. */
  readonly ids: readonly number[] | null
}

/** Filters without an index look at this many conversations, the latest ones. */
const walkedMax = 5_000

const isUnread = (userId: string) => sql`
  c.incoming > coalesce((select r.incoming from conversation_reads r where r.conversation_id = c.id and r.user_id = ${userId}), 0)
`

const order = [
  [sql`c.last_at`, 'desc'],
  [sql`c.id`, 'desc'],
] as const

/** Latest message first. */
export function listConversations(
  db: Queryable,
  accountId: number,
  filter: Filter,
  page: PageQuestion,
): Promise<PageOf<StoredConversation>> {
  const { status, assignee, unreadBy, channel, ids } = filter
  const indexed = allOf([
    // Found conversations are read by their ids: the planner would rather look for them in the order of the list.
    ids === null
      ? sql`c.account_id = ${accountId}`
      : sql`c.id = any(${ids}::bigint[]) and c.account_id + 0 = ${accountId}`,
    status === null ? null : sql`c.status = ${status}`,
    assignee === null ? null : assignee === 'none' ? sql`c.assignee_id is null` : sql`c.assignee_id = ${assignee.id}`,
  ])
  const others = [
    channel === null ? null : sql`c.channel = ${channel}`,
    unreadBy === null ? null : isUnread(unreadBy),
  ].filter((one) => one !== null)
  const latest = sql`(select * from conversations c where ${indexed} order by c.last_at desc, c.id desc limit ${walkedMax}) c`
  const from = others.length === 0 ? sql`conversations c where ${indexed}` : sql`${latest} where ${allOf(others)}`
  return selectLongPage(db, page, { columns, from, order, countedMax })
}

const countedMax = 1_000

const allOf = (conditions: readonly (RawBuilder<unknown> | null)[]) =>
  sql.join(
    conditions.filter((one) => one !== null),
    sql` and `,
  )

/** Conversations of a search. More are found with more digits or letters. */
const foundMax = 500

/** Conversations with numbers that have these digits, or with these numbers. */
export async function findConversationIds(
  db: Queryable,
  accountId: number,
  { parts, phones }: { readonly parts: readonly NumberPart[]; readonly phones: readonly string[] },
): Promise<number[]> {
  const conditions = [
    ...parts.map(hasNumberPart),
    ...(phones.length === 0 ? [] : [sql`phone = any(${phones}::text[])`]),
  ]
  const found = conditions.map(async (condition) => {
    const { rows } = await sql<Row<'conversations', 'id'>>`
      select id from conversations where account_id = ${accountId} and ${condition} limit ${foundMax}
    `.execute(db)
    return rows.map(({ id }) => id)
  })
  return [...new Set((await Promise.all(found)).flat())]
}

/** Counts stop here. */
const countMax = 100
/** Unread conversations are counted among the latest ones. */
const unreadWalkedMax = 1_000

/** Open conversations that need attention. A caller without a user has none assigned and none unread. */
export async function countConversations(db: Queryable, accountId: number, userId: string | null) {
  const isOpen = sql`c.account_id = ${accountId} and c.status = 'open'`
  const countOf = (rows: RawBuilder<unknown>) => sql<number>`(select count(*) from (${rows} limit ${countMax}) counted)`
  const latest = sql`(select * from conversations c where ${isOpen} order by c.last_at desc, c.id desc limit ${unreadWalkedMax}) c`
  const { rows } = await sql<Record<'open' | 'unassigned' | 'mine' | 'unread', number>>`
    select ${countOf(sql`select from conversations c where ${isOpen}`)} as open,
           ${countOf(sql`select from conversations c where ${isOpen} and c.assignee_id is null`)} as unassigned,
           ${userId === null ? sql`0` : countOf(sql`select from conversations c where ${isOpen} and c.assignee_id = ${userId}`)} as mine,
           ${userId === null ? sql`0` : countOf(sql`select from ${latest} where ${isUnread(userId)}`)} as unread
  `.execute(db)
  return rows[0] ?? { open: 0, unassigned: 0, mine: 0, unread: 0 }
}

export async function updateConversation(
  tx: Tx,
  accountId: number,
  id: number,
  { status, assigneeId }: { readonly status: ConversationStatus; readonly assigneeId: string | null },
): Promise<void> {
  await sql`
    update conversations
       set status = ${status}, assignee_id = ${assigneeId}, version = nextval('conversation_versions')
     where id = ${id}
       and account_id = ${accountId}
  `.execute(tx)
}
