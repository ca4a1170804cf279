/**
 * The waits between the attempts at an event: at 0 s, and then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h after the
 * one before.
 */
export const retryAfterSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const
/** Added to each wait, at most and by chance, as a share of it. */
export const retryJitter = 0.1
/** An endpoint that failed for so long, without a single success, is disabled. */
export const failingDaysMax = 5
/** The longest that an endpoint can ask us to wait. */
const retryAfterSecondsMax = 86_400

/**
 * How long an answer asks to wait, by its Retry-After of seconds or an HTTP date; null when it does not. The date is by
 * the real clock, so what counts is how far away it is.
 */
export function retryAfterMs(header: string | undefined, realNow: Date): number | null {
  if (header === undefined) return null
  const text = header.trim()
  const seconds = /^\d{1,10}$/.test(text) ? Number(text) : (Date.parse(text) - realNow.getTime()) / 1_000
  if (!(seconds > 0)) return null
  return Math.min(seconds, retryAfterSecondsMax) * 1_000
}

/** Any 2xx is a success, and nothing else. */
export const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/** The endpoint says that it is not there any more, and never will be. */
export const isGone = (status: number | null) => status === 410

export type { DisabledReason } from '../../contract/console/webhooks.ts'

/**
 * Of an endpoint that was made for the URL of a message: how long it stays without a message that brings it, or
 * anything to tell it.
 */
export const adHocDays = 90
