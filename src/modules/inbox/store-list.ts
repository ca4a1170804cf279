import { type RawBuilder, sql } from 'kysely'
import type { ConversationStatus } from '../../contract/account/conversations.ts'
import {
  hasNumberPart,
  isAfterPlace,
  type Ordering,
  type Queryable,
  type Row,
  run,
  selectLongPage,
  selectPage,
  sortKeyOf,
} from '../../engine/db/index.ts'
import type { NumberPart } from '../../values/number-parts.ts'
import type { PageOf } from '../../values/page.ts'
import { type Place, type SortKey, writeCursor } from '../../values/place.ts'
import { columns, type StoredConversation } from './store.ts'

/** Lists and counts of conversations. */

export interface Filter {
  /** Null for all. */
  readonly status: ConversationStatus | null
  /** A member, `none` for unassigned conversations, null for all. */
  readonly assignee: { readonly id: string } | 'none' | null
  /** The user who has not read them; null for all. */
  readonly unreadBy: string | null
  readonly channel: string | null
  /** The condition for conversations that the caller can read; null for all. */
  readonly readable: RawBuilder<unknown> | null
  /** Only these conversations; null for all. */
  readonly ids: readonly number[] | null
}

/** Filters without an index look at this many conversations, the latest ones. */
const walkedMax = 5_000

const isUnread = (userId: string) => sql`
  c.incoming > coalesce((select r.incoming from conversation_reads r where r.conversation_id = c.id and r.user_id = ${userId}), 0)
`

const order: readonly Ordering[] = [
  [sql`c.last_at`, 'desc'],
  [sql`c.id`, 'desc'],
]

/** How far a list is counted. */
const countedMax = 1_000

/**
 * Latest message first. With a filter without an index, a page looks at a limited number of conversations, and may have
 * few or none of them although there is a next one.
 */
export async function listConversations(
  db: Queryable,
  accountId: number,
  { status, assignee, unreadBy, channel, readable, ids }: Filter,
  place: Place,
): Promise<PageOf<StoredConversation>> {
  const indexed = allOf([
    // Found conversations are read by their ids: the planner would rather look for them in the order of the list.
    ids === null
      ? sql`c.account_id = ${accountId}`
      : sql`c.id = any(${ids}::bigint[]) and c.account_id + 0 = ${accountId}`,
    status === null ? null : sql`c.status = ${status}`,
    assignee === null ? null : assignee === 'none' ? sql`c.assignee_id is null` : sql`c.assignee_id = ${assignee.id}`,
  ])
  const others = [
    readable,
    channel === null ? null : sql`c.channel = ${channel}`,
    unreadBy === null ? null : isUnread(unreadBy),
  ].filter((one) => one !== null)
  if (others.length === 0)
    return selectLongPage(db, place, { columns, from: sql`conversations c where ${indexed}`, order, countedMax })
  const rest = sql`${indexed} and ${isAfterPlace(order, place)}`
  const walked = sql`(select * from conversations c where ${rest} order by c.last_at desc, c.id desc limit ${walkedMax}) c`
  const from = sql`${walked} where ${allOf(others)}`
  const { items, next: following } = await selectPage(db, place, { columns, from, order, total: sql`0` })
  const next = following ?? (await findEnd(db, walked, place))
  if (place.after === null && next === null) return { items, next, total: items.length }
  return { items, next, total: 0, hasMore: true }
}

/** The cursor after the last of the conversations that a page looked at; null if the list ends before. */
async function findEnd(db: Queryable, walked: RawBuilder<unknown>, place: Place): Promise<string | null> {
  const last = await run.first<{ key: SortKey }>(db)`
    select ${sortKeyOf(order)} as key
      from ${walked}
     order by c.last_at desc, c.id desc
     limit 1
    offset ${walkedMax - 1}
  `
  return last && writeCursor(place, last.key)
}

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
  const found = conditions.map(
    (condition) => run.all<Row<'conversations', 'id'>>(db)`
    select id from conversations where account_id = ${accountId} and ${condition} limit ${foundMax}
  `,
  )
  return [...new Set((await Promise.all(found)).flat().map(({ id }) => id))]
}

/** Counts stop here. */
const countMax = 100
/** Unread conversations are counted among the latest ones. */
const unreadWalkedMax = 1_000

/** Open conversations that need attention, of those that the caller can read. A caller without a user has none assigned and none unread. */
export async function countConversations(
  db: Queryable,
  accountId: number,
  userId: string | null,
  readable: RawBuilder<unknown> | null,
) {
  const isOpen = sql`c.account_id = ${accountId} and c.status = 'open'`
  const countOf = (rows: RawBuilder<unknown>) => sql<number>`(select count(*) from (${rows} limit ${countMax}) counted)`
  const latestOf = (condition: RawBuilder<unknown>, limit: number) =>
    sql`(select * from conversations c where ${condition} order by c.last_at desc, c.id desc limit ${limit}) c`
  const countWhere = (condition: RawBuilder<unknown>) =>
    countOf(
      readable === null
        ? sql`select from conversations c where ${condition}`
        : sql`select from ${latestOf(condition, walkedMax)} where ${readable}`,
    )
  const counts = await run.first<Record<'open' | 'unassigned' | 'mine' | 'unread', number>>(db)`
    select ${countWhere(isOpen)} as open,
           ${countWhere(sql`${isOpen} and c.assignee_id is null`)} as unassigned,
           ${userId === null ? sql`0` : countWhere(sql`${isOpen} and c.assignee_id = ${userId}`)} as mine,
           ${userId === null ? sql`0` : countOf(sql`select from ${latestOf(isOpen, unreadWalkedMax)} where ${isUnread(userId)}`)} as unread
  `
  return counts ?? { open: 0, unassigned: 0, mine: 0, unread: 0 }
}
