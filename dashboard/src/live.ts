import type { Query } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvents, LiveTopic } from '../../src/contract/live.ts'
import { queryClient } from './data.ts'

/** What a hint of the server makes worth asking for again: the last parts of paths of an account. */
const concerned: Readonly<Record<LiveTopic, readonly string[]>> = {
  messages: ['messages', 'requests', 'overview', 'phones', 'scheduled', 'balances', 'statement', 'otp'],
  inbound: ['inbound', 'phones', 'optouts'],
  events: ['webhooks', 'otp', 'airtime', 'checkout', 'overview'],
  imports: ['imports', 'books', 'contacts'],
}

const waitFirstMs = 1_000
const waitMsMax = 30_000
/** A page that nobody sees holds its connection no longer than this: a browser has few of them for all its windows. */
const hiddenMsMax = 60_000

/** Listens to what happens in an account, and asks again for what is shown of it. */
export function useLive(account: { readonly path: string } | null): void {
  const path = account?.path ?? null
  useEffect(() => (path === null ? undefined : listen(path)), [path])
}

/**
 * Asks again for everything of an account that is shown and that these topics concern; null: all of it. A question that
 * is under way is let come to its end, because where much happens it never would otherwise; it may be older than the
 * hint, so it is asked once more after that.
 */
async function askAgain(path: string, topics: LiveEvents['changed'] | null): Promise<void> {
  // A newer server may name topics that this page does not know.
  const parts = topics === null ? [''] : topics.flatMap((topic) => concerned[topic] ?? [])
  const predicate = ({ queryKey: [asked] }: Query) =>
    parts.some((part) => String(asked).startsWith(`${path}/${part}`)) || (parts.length > 0 && asked === '/queues')
  const underWay = new Set(queryClient.getQueryCache().findAll({ predicate, type: 'active', fetchStatus: 'fetching' }))
  await queryClient.invalidateQueries({ predicate }, { cancelRefetch: false })
  if (underWay.size > 0)
    await queryClient.invalidateQueries({ predicate: (query) => underWay.has(query) }, { cancelRefetch: false })
}

/**
 * The browser connects again by itself when a connection ends, but gives up for good on any answer that is no stream: a
 * server that has too many, or one that has just begun. So this opens another then, after a while that grows. Nobody
 * told what happened meanwhile, so all is asked for again.
 */
function listen(path: string): () => void {
  let source: EventSource | null = null
  let wasAway = false
  let waitMs = waitFirstMs
  let again: ReturnType<typeof setTimeout> | undefined
  let rest: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    clearTimeout(again)
    const opened = new EventSource(`/console/v1${path}/live`)
    source = opened
    opened.addEventListener('open', () => {
      waitMs = waitFirstMs
      if (wasAway) void askAgain(path, null)
      wasAway = false
    })
    opened.addEventListener('error', () => {
      wasAway = true
      if (opened.readyState !== EventSource.CLOSED) return
      again = setTimeout(open, waitMs)
      waitMs = Math.min(waitMs * 2, waitMsMax)
    })
    opened.addEventListener(
      'changed' satisfies keyof LiveEvents,
      ({ data }: MessageEvent<string>) => void askAgain(path, JSON.parse(data)),
    )
  }

  function close(): void {
    clearTimeout(again)
    source?.close()
    source = null
    wasAway = true
  }

  function look(): void {
    clearTimeout(rest)
    if (document.visibilityState === 'hidden') rest = setTimeout(close, hiddenMsMax)
    else if (source === null) open()
  }

  open()
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(rest)
    close()
  }
}
