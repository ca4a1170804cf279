import type { Query } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvents, LiveTopic } from '../../src/contract/console/overview.ts'
import { queryClient } from './data.ts'

/** The queries to refetch after an event, by the last part of their path. */
const affectedPaths: Readonly<Record<LiveTopic, readonly string[]>> = {
  messages: [
    'messages',
    'requests',
    'overview',
    'phones',
    'scheduled',
    'balances',
    'statement',
    'otp',
    'numbers',
    'setup',
  ],
  inbound: ['inbound', 'phones', 'optouts', 'numbers'],
  events: ['webhooks', 'otp', 'airtime', 'checkout', 'overview', 'numbers'],
  imports: ['imports', 'books', 'contacts', 'contact-fields', 'setup'],
  conversations: ['conversations', 'numbers'],
}

const waitFirstMs = 1_000
const waitMsMax = 30_000
/** A hidden page closes its connection after this time, because a browser allows only a few for all its windows. */
const hiddenMsMax = 60_000

/** Refetches the shown data of an account when the server reports a change. */
export function useLive(account: { readonly path: string } | null): void {
  const path = account?.path ?? null
  useEffect(() => (path === null ? undefined : listen(path)), [path])
}

/**
 * Refetches the active queries of an account that these topics affect; null means all. A running query is not cancelled,
 * because under heavy traffic it would never finish. Its answer may be older than the event, so it runs once more.
 */
async function refetch(path: string, topics: LiveEvents['changed'] | null): Promise<void> {
  // A newer server may name topics that this page does not know.
  const parts = topics === null ? [''] : topics.flatMap((topic) => affectedPaths[topic] ?? [])
  const predicate = ({ queryKey: [key] }: Query) =>
    parts.some((part) => String(key).startsWith(`${path}/${part}`)) || (parts.length > 0 && key === '/queues')
  const running = new Set(queryClient.getQueryCache().findAll({ predicate, type: 'active', fetchStatus: 'fetching' }))
  await queryClient.invalidateQueries({ predicate }, { cancelRefetch: false })
  if (running.size > 0)
    await queryClient.invalidateQueries({ predicate: (query) => running.has(query) }, { cancelRefetch: false })
}

/**
 * The browser reconnects by itself when a connection ends, but gives up on any error status, such as from a server that
 * is full or starting. Then this function reconnects with growing delays. Events were missed meanwhile, so everything is
 * refetched.
 */
function listen(path: string): () => void {
  let source: EventSource | null = null
  let missedEvents = false
  let waitMs = waitFirstMs
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let hideTimer: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    clearTimeout(retryTimer)
    const opened = new EventSource(`/console/v1${path}/live`)
    source = opened
    opened.addEventListener('open', () => {
      waitMs = waitFirstMs
      if (missedEvents) void refetch(path, null)
      missedEvents = false
    })
    opened.addEventListener('error', () => {
      missedEvents = true
      if (opened.readyState !== EventSource.CLOSED) return
      retryTimer = setTimeout(open, waitMs)
      waitMs = Math.min(waitMs * 2, waitMsMax)
    })
    opened.addEventListener(
      'changed' satisfies keyof LiveEvents,
      ({ data }: MessageEvent<string>) => void refetch(path, JSON.parse(data)),
    )
  }

  function close(): void {
    clearTimeout(retryTimer)
    source?.close()
    source = null
    missedEvents = true
  }

  function onVisibility(): void {
    clearTimeout(hideTimer)
    if (document.visibilityState === 'hidden') hideTimer = setTimeout(close, hiddenMsMax)
    else if (source === null) open()
  }

  open()
  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(hideTimer)
    close()
  }
}
