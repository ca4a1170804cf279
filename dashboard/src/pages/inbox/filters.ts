import type { Conversation } from '../../../../src/contract/account/conversations.ts'
import type { RequestOf } from '../../../../src/contract/console/index.ts'
import { type Filters, useFilters } from '../../parts/filters.ts'
import { t } from '../../text.ts'

/** The choices above the list of conversations. They are kept in the address. */

export type Show = keyof typeof t.inbox.filters

export const shows = Object.keys(t.inbox.filters) as readonly Show[]

type Query = NonNullable<RequestOf<'GET /v2/conversations'>['query']>

const queries: Readonly<Record<Show, Query>> = {
  open: { status: 'open' },
  mine: { status: 'open', assignee: 'me' },
  unassigned: { status: 'open', assignee: 'none' },
  unread: { status: 'open', unread: 'true' },
  closed: { status: 'closed' },
  all: { status: 'all' },
}

interface InboxFilters {
  readonly show: Show
  readonly q: string
  readonly channel: string
  readonly query: Query
  readonly set: (change: Filters) => void
}

export function useInboxFilters(): InboxFilters {
  const [{ show: named = '', q = '', channel = '' }, set] = useFilters()
  const show = shows.find((one) => one === named) ?? 'open'
  return { show, q, channel, query: { ...queries[show], q, channel }, set }
}

/** Adds a conversation to a list with the latest message first. */
export function withOpened(listed: readonly Conversation[], opened: Conversation): readonly Conversation[] {
  const place = listed.findIndex(({ lastAt }) => lastAt < opened.lastAt)
  return listed.toSpliced(place === -1 ? listed.length : place, 0, opened)
}
