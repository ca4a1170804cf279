import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../values/time.ts'
import { ProviderFailure } from '../provider-kind.ts'
import type { ChannelEvents } from './channel.ts'

/** The meaning of a response to a send request. */
export type Verdict =
  | { readonly does: 'accept'; readonly reference: string }
  /** The message will never be sent. */
  | { readonly does: 'refuse'; readonly reason: string }
  /** This message may be sent later. */
  | { readonly does: 'retry'; readonly reason: string; readonly waitMs: number | null }
  /** All messages wait. */
  | { readonly does: 'slow'; readonly waitMs: number }
  /** Nothing was sent, or the service rejects our credentials, which says nothing about the message. */
  | { readonly does: 'away'; readonly why: string }
  /** The message may have been sent. */
  | { readonly does: 'unclear'; readonly why: string }

/** The rate and the pauses of a channel that sends over HTTP. */
export interface Flow {
  /** Null before the start and after the stop. */
  readonly events: ChannelEvents | null
  ready(): boolean
  start(events: ChannelEvents): void
  stop(): void
  /** Spreads the requests of this process evenly. Throws when the channel is stopped meanwhile. */
  pace(): Promise<void>
  /** Returns the reference of an accepted message. Throws ProviderFailures. */
  settle(verdict: Verdict): { readonly reference: string }
}

export const away = (why: string) => new ProviderFailure('unstarted', why, { reason: 'channel_away', away: true })
const unavailable = (why: string) => away(`the channel is not available: ${why}`)

/** `ratePerSecond` 0 means no limit. */
export function createFlow(clock: Clock, ratePerSecond: number): Flow {
  let events: ChannelEvents | null = null
  let nextAtMs = 0
  let pausedUntilMs = 0

  function pause(ms: number): void {
    pausedUntilMs = clock.now().getTime() + ms
    setTimeout(() => events?.changed(), ms + 1).unref()
  }

  return {
    get events() {
      return events
    },
    ready: () => events !== null && clock.now().getTime() >= pausedUntilMs,
    start(listener) {
      events = listener
    },
    stop() {
      events = null
    },
    async pace() {
      const now = performance.now()
      const at = Math.max(now, nextAtMs)
      nextAtMs = ratePerSecond === 0 ? 0 : at + 1_000 / ratePerSecond
      if (at > now) await sleep(at - now)
      if (events === null) throw unavailable('it is stopped')
    },
    settle(verdict) {
      switch (verdict.does) {
        case 'accept':
          return { reference: verdict.reference }
        case 'refuse':
          throw new ProviderFailure('refused', 'rejected', { reason: verdict.reason })
        case 'retry':
          throw new ProviderFailure('unstarted', 'to be tried again', {
            reason: verdict.reason,
            retryMs: verdict.waitMs,
          })
        case 'slow':
          pause(verdict.waitMs)
          throw new ProviderFailure('unstarted', 'too many messages', { reason: 'busy', retryMs: verdict.waitMs })
        case 'away':
          throw unavailable(verdict.why)
        case 'unclear':
          throw new ProviderFailure('unclear', verdict.why)
      }
    },
  }
}
