import { sql } from 'kysely'
import { conversationStatuses } from '../../contract/account/conversations.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { readOneOf, readText } from '../../values/filters.ts'
import { numberPartsOf } from '../../values/number-parts.ts'
import { noItems, type PageOf, type Query, readSearch } from '../../values/page.ts'
import { readPlace, startOf } from '../../values/place.ts'
import { findCountry } from '../accounts/index.ts'
import { type FoundContact, findContactsByName, findContactsByNumber } from '../contacts/index.ts'
import type { Caller, InboxContext } from './context.ts'
import { type Allows, isReadable } from './conversations/index.ts'
import type { StoredConversation } from './store.ts'
import { type Filter, findConversationIds, listConversations } from './store-list.ts'

const statuses = [...conversationStatuses, 'all'] as const
const textLengthMax = 100
/** Contacts of a search. More are found with more digits or letters. */
const contactsMax = 200

/** Lists conversations, latest message first. Programs have no conversations assigned and none unread. */
export async function listFiltered(
  ctx: InboxContext,
  accountId: number,
  { userId, allows }: Caller,
  query: Query,
): Promise<PageOf<StoredConversation>> {
  const place = readPlace(query)
  const status = readOneOf(query, 'status', statuses) ?? 'open'
  const assignee = readText(query, 'assignee', textLengthMax)
  const isUnread = readOneOf(query, 'unread', ['true', 'false']) === 'true'
  const text = readSearch(query)?.trim() ?? ''
  if (userId === null && (isUnread || assignee === 'me')) return noItems
  const filter: Filter = {
    status: status === 'all' ? null : status,
    assignee:
      assignee === null || assignee === 'none' ? assignee : { id: assignee === 'me' ? (userId ?? '') : assignee },
    unreadBy: isUnread ? userId : null,
    channel: readText(query, 'channel', textLengthMax),
    readable: isReadable(allows, sql`c.channel`),
    ids: text === '' ? null : await search(ctx, accountId, text, allows),
  }
  return listConversations(ctx.db, accountId, filter, place)
}

/** Conversations with a number in any form, with its last digits, or with contacts of this name. */
async function search(ctx: InboxContext, accountId: number, text: string, allows: Allows): Promise<number[]> {
  const { db } = ctx
  const parts = numberPartsOf(text, await findCountry(ctx, accountId))
  const contacts: FoundContact[] = !allows('contacts:read')
    ? []
    : parts === null
      ? await findContactsByName(db, accountId, text, contactsMax)
      : (await Promise.all(parts.map((part) => findContactsByNumber(db, accountId, part, contactsMax)))).flat()
  return findConversationIds(db, accountId, { parts: parts ?? [], phones: contacts.map(({ phone }) => phone) })
}

/** The latest conversations with numbers that have these digits, or with these numbers. */
export async function findConversations(
  db: Queryable,
  accountId: number,
  wanted: Parameters<typeof findConversationIds>[2],
  allows: Allows,
  limit: number,
): Promise<readonly StoredConversation[]> {
  const ids = await findConversationIds(db, accountId, wanted)
  if (ids.length === 0) return []
  const readable = isReadable(allows, sql`c.channel`)
  const filter: Filter = { status: null, assignee: null, unreadBy: null, channel: null, readable, ids }
  return (await listConversations(db, accountId, filter, startOf(limit))).items
}
