import { setTimeout as sleep } from 'node:timers/promises'
import { Idle } from '../../engine/flow/idle.ts'
import { failureOf, type HttpOptions } from '../http-template/send.ts'
import { type CallbackAnswer, ProviderFailure, textAnswer } from '../provider-kind.ts'
import type { ChannelEvents, IncomingMessage, MessageStatus } from './channel.ts'

/** The meaning of a response to a send request. */
export type Verdict =
  | { readonly does: 'accept'; readonly reference: string }
  /** The message will never be sent. */
  | { readonly does: 'refuse'; readonly reason: string }
  /** This message may be sent later. */
  | { readonly does: 'retry'; readonly reason: string; readonly waitMs?: number | null }
  /** All messages wait; null for the default pause. */
  | { readonly does: 'slow'; readonly waitMs: number | null }
  /** Nothing was sent, or the service rejects our credentials, which says nothing about the message. */
  | { readonly does: 'away'; readonly why: string }
  /** The message may have been sent. */
  | { readonly does: 'unclear'; readonly why: string }

/** The content of a callback. */
export interface CallbackReading {
  readonly messages: readonly IncomingMessage[]
  readonly statuses: readonly MessageStatus[]
  /** Content that was left out, for operators. */
  readonly problems: readonly string[]
}

/** The pause of a service that wants fewer messages and does not say for how long. */
export const slowMs = 10_000

export const away = (why: string) => new ProviderFailure('unstarted', why, { reason: 'channel_away', away: true })
const unavailable = (why: string) => away(`the channel is not available: ${why}`)

/** The meaning of a request without a response. */
export function verdictOf(error: unknown): Verdict {
  const { stage, why } = failureOf(error)
  return { does: stage === 'connecting' ? 'away' : 'unclear', why }
}

interface FlowOptions extends Pick<HttpOptions, 'clock' | 'log'> {
  readonly name: string
  /** 0 means no limit. */
  readonly ratePerSecond: number
  /** For the log. */
  readonly callbackName: string
}

/** The parts that channels over HTTP share: the rate, the pauses, and the requests in progress. */
export function createFlow({ name, clock, log, ratePerSecond, callbackName }: FlowOptions) {
  const outstanding = new Idle()
  let events: ChannelEvents | null = null
  let nextAtMs = 0
  let pausedUntilMs = 0

  function pause(ms: number): void {
    pausedUntilMs = clock.now().getTime() + ms
    setTimeout(() => events?.changed(), ms + 1).unref()
  }

  function settle(verdict: Verdict): { readonly reference: string } {
    switch (verdict.does) {
      case 'accept':
        return { reference: verdict.reference }
      case 'refuse':
        throw new ProviderFailure('refused', 'rejected', { reason: verdict.reason })
      case 'retry':
        throw new ProviderFailure('unstarted', 'to be tried again', { reason: verdict.reason, retryMs: verdict.waitMs })
      case 'slow': {
        const retryMs = verdict.waitMs ?? slowMs
        pause(retryMs)
        throw new ProviderFailure('unstarted', 'too many messages', { reason: 'busy', retryMs })
      }
      case 'away':
        throw unavailable(verdict.why)
      case 'unclear':
        throw new ProviderFailure('unclear', verdict.why)
    }
  }

  return {
    ready: () => events !== null && clock.now().getTime() >= pausedUntilMs,
    async start(listener: ChannelEvents) {
      events = listener
    },
    async stop() {
      events = null
      await outstanding.wait()
    },
    /** Spreads the requests of this process evenly. Throws when the channel is stopped meanwhile. */
    async pace() {
      const now = performance.now()
      const at = Math.max(now, nextAtMs)
      nextAtMs = ratePerSecond === 0 ? 0 : at + 1_000 / ratePerSecond
      if (at > now) await sleep(at - now)
      if (events === null) throw unavailable('it is stopped')
    },
    /** Returns the reference of an accepted message. Throws ProviderFailures. */
    settle: async (asked: Promise<Verdict>) => settle(await outstanding.during(asked)),
    during: <T>(work: Promise<T>) => outstanding.during(work),
    /** Reports the content of a callback, and returns its response. */
    async report(reading: CallbackReading & { readonly answer: CallbackAnswer }): Promise<CallbackAnswer> {
      const { messages, statuses, problems, answer } = reading
      const listener = events
      const tryAgain = textAnswer(503, 'try again')
      if (listener === null) return tryAgain
      if (problems.length > 0)
        log?.warn({ channel: name, problems: problems.slice(0, 10) }, `parts of a ${callbackName} were ignored`)
      for (const message of messages) await listener.incoming(message)
      let isEarly = false
      for (const status of statuses) isEarly = (await listener.status(status)) === 'later' || isEarly
      return isEarly ? tryAgain : answer
    },
  }
}
