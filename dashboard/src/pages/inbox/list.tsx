import { Button, Paper, Select, Skeleton, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import type { Conversation } from '../../../../src/contract/account/conversations.ts'
import { useAsk, useEndless } from '../../data.ts'
import { boundedCount, useCounts } from '../../parts/conversation-counts.ts'
import { SearchField } from '../../parts/filter-fields.tsx'
import { nameOfChannel } from '../../parts/labels.ts'
import { Problem } from '../../parts/problem.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { type Show, shows, useInboxFilters, withOpened } from './filters.ts'
import classes from './inbox.module.css'
import { Row } from './row.tsx'

interface ConversationListProps {
  readonly account: Account
  /** The id in the address. */
  readonly chosen: string | undefined
}

const pageSize = 30

/** Conversations, the latest message first. */
export function ConversationList({ account, chosen }: ConversationListProps) {
  const { show, q, channel, query, set } = useInboxFilters()
  const path = { account: account.id }
  const { items, error, retry, loadMore, isLoadingMore, isOutdated } = useEndless(
    'GET /v2/conversations',
    { path, query: { ...query, limit: pageSize } },
    { keep: true },
  )
  const frame = useRef<HTMLDivElement>(null)
  useListKeys(frame)
  // A conversation with a new message moves to the first page, and may still be on another.
  const listed = items && [...new Map(items.toReversed().map((one) => [one.id, one])).values()].toReversed()
  const rows = useOpened(account, chosen, isOutdated ? undefined : listed) ?? listed
  const isFiltered = q !== '' || channel !== ''
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field inside, which lead out of it */}
      <div data-search onKeyDown={leaveSearch}>
        <SearchField label={t.inbox.search} value={q} onChange={(text) => set({ q: text })} width="100%" mb={0} />
      </div>
      <ShowFilter account={account} chosen={show} onChoose={(value) => set({ show: value === 'open' ? '' : value })} />
      <ChannelFilter
        account={account}
        listed={items?.map((one) => one.channel) ?? []}
        chosen={channel}
        onChoose={(value) => set({ channel: value })}
      />
      <Problem error={error} onRetry={retry} />
      {rows === undefined && error === null && <Loading />}
      {rows?.length === 0 && (
        <Paper withBorder p="lg">
          <Stack gap="sm" align="center">
            <Text c="dimmed" ta="center">
              {isFiltered ? t.inbox.noMatches : t.inbox.empty[show]}
            </Text>
            {isFiltered && show !== 'all' && (
              <Button size="xs" variant="default" onClick={() => set({ show: 'all' })}>
                {t.inbox.searchAll}
              </Button>
            )}
          </Stack>
        </Paper>
      )}
      {rows !== undefined && rows.length > 0 && (
        <Paper
          withBorder
          data-conversations
          className={classes.list}
          ref={frame}
          style={{ opacity: isOutdated ? 0.6 : 1 }}
        >
          <ul aria-label={t.inbox.list}>
            {rows.map((one) => (
              <li key={one.id}>
                <Row account={account} conversation={one} isChosen={String(one.id) === chosen} />
              </li>
            ))}
          </ul>
        </Paper>
      )}
      {/* A page can be empty before the end: a filter looks at a limited number of conversations. */}
      {loadMore !== null && (
        <Button variant="subtle" fullWidth loading={isLoadingMore} onClick={loadMore}>
          {t.inbox.loadMore}
        </Button>
      )}
    </>
  )
}

/** From the search field to the first conversation. */
function leaveSearch(event: KeyboardEvent<HTMLElement>): void {
  if (!['Escape', 'Enter', 'ArrowDown'].includes(event.key)) return
  event.preventDefault()
  const first = document.querySelector<HTMLElement>('[data-conversations] a')
  if (first === null) (event.target as HTMLElement).blur()
  else first.focus()
}

/** The unread conversations, and the one that was opened from this list and is read by now. */
function useOpened(
  account: Account,
  chosen: string | undefined,
  listed: readonly Conversation[] | undefined,
): readonly Conversation[] | undefined {
  const { show, q, channel } = useInboxFilters()
  const place = JSON.stringify([chosen, q, channel])
  const openedAt = useRef('')
  const isUnread = show === 'unread' && chosen !== undefined
  const isListed = listed?.some(({ id }) => String(id) === chosen) ?? false
  if (!isUnread) openedAt.current = ''
  else if (isListed) openedAt.current = place
  const { data } = useAsk(
    'GET /v2/conversations/:conversation',
    { path: { account: account.id, conversation: chosen ?? 0 } },
    { enabled: isUnread },
  )
  if (listed === undefined || isListed || data === undefined || openedAt.current !== place) return listed
  return data.status === 'open' ? withOpened(listed, data) : listed
}

/** Keys that move the focus in the list. Arrow keys scroll, except in the list itself. */
function useListKeys(frame: RefObject<HTMLDivElement | null>): void {
  const move = (by: number) => {
    const links = [...(frame.current?.querySelectorAll<HTMLElement>('li > a') ?? [])]
    const focused = links.indexOf(document.activeElement as HTMLElement)
    const from = focused === -1 ? links.findIndex((link) => link.ariaCurrent !== null) : focused
    const to = links[from === -1 ? 0 : Math.min(Math.max(from + by, 0), links.length - 1)]
    to?.focus()
    to?.scrollIntoView({ block: 'nearest' })
  }
  const isInList = () => frame.current?.contains(document.activeElement) ?? false
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => isInList() && move(1),
    ArrowUp: () => isInList() && move(-1),
  })
}

interface ShowFilterProps {
  readonly account: Account
  readonly chosen: Show
  readonly onChoose: (show: Show) => void
}

function ShowFilter({ account, chosen, onChoose }: ShowFilterProps) {
  const counts: Partial<Record<Show, number>> = useCounts(account) ?? {}
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, and these buttons explain themselves
    <div className={classes.filters} role="group" aria-label={t.inbox.filter}>
      {shows.map((show) => {
        const count = counts[show] ?? 0
        return (
          <Button
            key={show}
            size="compact-sm"
            fw={500}
            variant={show === chosen ? 'filled' : 'default'}
            aria-pressed={show === chosen}
            onClick={() => onChoose(show)}
          >
            {t.inbox.filters[show]}
            {count > 0 && (
              <span className="number" style={{ marginInlineStart: 6, fontWeight: 400 }}>
                {boundedCount(count)}
              </span>
            )}
          </Button>
        )
      })}
    </div>
  )
}

/** Only for accounts with a chat channel. */
function ChannelFilter({
  account,
  listed,
  chosen,
  onChoose,
}: {
  readonly account: Account
  /** The channels of the conversations in the list. */
  readonly listed: readonly string[]
  readonly chosen: string
  readonly onChoose: (channel: string) => void
}) {
  const { data } = useAsk('GET /v2/conversations/addresses', { path: { account: account.id } })
  const channels = [...new Set(['sms', ...(data?.data.map(({ channel }) => channel) ?? []), ...listed])]
  if (channels.length < 2 && chosen === '') return null
  return (
    <Select
      aria-label={t.inbox.channel}
      size="xs"
      allowDeselect={false}
      data={[
        { value: '', label: t.inbox.allChannels },
        ...channels.map((value) => ({ value, label: nameOfChannel(value) })),
      ]}
      value={chosen}
      onChange={(value) => onChoose(value ?? '')}
    />
  )
}

function Loading() {
  return (
    <Stack gap="xs" role="status" aria-label={fill(t.shared.loadingNamed, { name: t.inbox.list })}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Skeleton key={place} height={58} />
      ))}
    </Stack>
  )
}
