import { useDebouncedValue } from '@mantine/hooks'
import type { SearchItem, SearchKind } from '../../../src/contract/account/search.ts'
import type { OperatorSearchItem, OperatorSearchKind } from '../../../src/contract/console/search.ts'
import { useAsk } from '../data.ts'
import { showBriefTime } from '../parts/formats.ts'
import type { IconName } from '../parts/icon.tsx'
import { usePhoneText, useTypedPhone } from '../parts/phone.tsx'

import { type Account, mayAs, useMe } from '../session.tsx'
import { t, wordFor } from '../text.ts'
import type { Entry, Section } from './palette-entries.ts'

/** Shorter texts are in too many names. */
const lengthMin = 2
const pauseMilliseconds = 200

interface Results {
  readonly sections: readonly Section[]
  readonly isSearching: boolean
  readonly hasMore: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** Searches the account, and as an operator also the installation, after a short pause in typing. */
export function useResults(account: Account | null, typed: string): Results {
  const { operator } = useMe()
  const [text] = useDebouncedValue(typed, pauseMilliseconds)
  const isWanted = text.length >= lengthMin
  const query = { q: text }
  const own = useAsk(
    'GET /v2/search',
    { path: { account: account?.id ?? 0 }, query },
    { enabled: isWanted && account !== null },
  )
  const all = useAsk('GET /search', { query }, { enabled: isWanted && operator })
  const number = useTypedNumber(account, typed)
  const isCurrent = text === typed
  const groups = isCurrent && isWanted ? [...(own.data?.groups ?? []), ...(all.data?.groups ?? [])] : []
  const found = groups.flatMap(({ items }) => items.map((item) => [titles[item.kind], entryOf(account, item)] as const))
  const typedNumber = number === null ? [] : [[titles.number, number] as const]
  // A typed number may be among the results, too.
  const entries = [...new Map([...typedNumber, ...found].map((one) => [one[1].key, one])).values()]
  const sections = Map.groupBy(entries, ([title]) => title)
  const error = isCurrent && isWanted ? (own.error ?? all.error) : null
  return {
    sections: [...sections].map(([title, own]) => ({ title, entries: own.map(([, entry]) => entry) })),
    isSearching: typed.length >= lengthMin && error === null && (!isCurrent || own.isLoading || all.isLoading),
    hasMore: groups.some((group) => group.hasMore),
    error,
    retry: () => {
      if (own.error !== null) void own.refetch()
      if (all.error !== null) void all.refetch()
    },
  }
}

/** A complete number can be opened without a search, also if the account does not know it. */
function useTypedNumber(account: Account | null, typed: string): Entry | null {
  const phone = useTypedPhone(typed)
  const showPhone = usePhoneText()
  if (account === null || phone === null) return null
  return {
    key: `number ${phone}`,
    label: showPhone(phone),
    detail: t.palette.openNumber,
    icon: 'search',
    to: `${account.path}/numbers/${phone}`,
  }
}

const titles: Readonly<Record<SearchKind | OperatorSearchKind, string>> = {
  number: t.pages.numbers,
  contact: t.pages.contacts,
  conversation: t.palette.groups.conversation,
  message: t.pages.messages,
  campaign: t.palette.groups.campaign,
  request: t.palette.groups.request,
  template: t.pages.templates,
  book: t.pages.books,
  segment: t.pages.segments,
  event: t.palette.groups.event,
  account: t.pages.accounts,
  carrier: t.pages.carriers,
  user: t.pages.users,
}

const icons: Readonly<Record<SearchKind | OperatorSearchKind, IconName>> = {
  number: 'phone',
  contact: 'user',
  conversation: 'chat',
  message: 'mail',
  campaign: 'send',
  request: 'list',
  template: 'page',
  book: 'book',
  segment: 'list',
  event: 'warning',
  account: 'building',
  carrier: 'tower',
  user: 'user',
}

function entryOf(account: Account | null, item: SearchItem | OperatorSearchItem): Entry {
  const { kind, id, title } = item
  const at = 'at' in item && item.at !== null ? showBriefTime(new Date(item.at)) : ''
  const detail = [detailOf(item), at].filter(Boolean).join(' · ')
  return { key: `${kind} ${id}`, label: title, detail, icon: icons[kind], ...addressOf(account, item) }
}

function detailOf({ kind, detail }: SearchItem | OperatorSearchItem): string {
  if (kind === 'number' || kind === 'event') return ''
  return kind === 'conversation' || kind === 'campaign' ? wordFor(t.status, detail) : detail
}

/** The page with the details of a result. */
function addressOf(account: Account | null, item: SearchItem | OperatorSearchItem): Pick<Entry, 'to' | 'search'> {
  const { kind, id, title } = item
  const path = account?.path ?? ''
  switch (kind) {
    case 'number':
      return { to: `${path}/numbers/${id}` }
    case 'contact':
      return { to: `${path}/numbers/${'phone' in item ? item.phone : ''}` }
    case 'conversation':
      return { to: `${path}/inbox/${id}` }
    case 'message':
      return {
        to: `${item.kind === 'message' && 'accountId' in item ? `/accounts/${item.accountId}` : path}/messages/${id}`,
      }
    case 'campaign':
      return { to: `${path}/campaigns/${id}` }
    case 'request':
      return { to: `${path}/messages`, search: { request: id } }
    case 'template':
      return { to: `${path}/templates`, search: { q: title } }
    case 'book':
      return { to: `${path}/contacts`, search: { book: id } }
    case 'segment':
      return account !== null && mayAs(account, 'member')
        ? { to: `${path}/segments/${id}` }
        : { to: `${path}/contacts`, search: { segment: id } }
    case 'event':
      return { to: `${path}/home` }
    case 'account':
      return { to: `/operator/accounts/${id}` }
    case 'carrier':
      return { to: `/operator/providers/${id}` }
    case 'user':
      return { to: '/operator/users', search: { q: item.detail || title } }
  }
}
