import { ConnectionError, NgomaError, RateLimitError, ServerError } from './errors.ts'

/**
 * What may be done again, and after what:
 * `always` what only asks, replaces, or has an idempotency key: whenever it may help;
 * `refused` when it was surely not done: after 429;
 * `never`.
 */
export type Repeat = 'always' | 'refused' | 'never'

/** Whoever asks to wait longer than this is not waited for: the caller is told instead. */
const retryAfterSecondsMax = 30
const firstWaitSeconds = 0.5
const waitSecondsMax = 8

const mayHelp = [500, 502, 503, 504]

/** How long to wait before the next attempt, or null when there is none. `attempts` is how many there were. */
export function waitSeconds(error: unknown, repeat: Repeat, attempts: number, random = Math.random()): number | null {
  if (!isWorthwhile(error, repeat)) return null
  const asked = (error instanceof NgomaError && error.retryAfterSeconds) || 0
  if (asked > retryAfterSecondsMax) return null
  // Between half of it and all of it, so that many who failed together do not come back together.
  const backoff = Math.min(waitSecondsMax, firstWaitSeconds * 2 ** (attempts - 1)) * (0.5 + random / 2)
  return Math.max(asked, backoff)
}

function isWorthwhile(error: unknown, repeat: Repeat): boolean {
  if (repeat === 'never') return false
  if (error instanceof RateLimitError) return true
  return (
    repeat === 'always' &&
    (error instanceof ConnectionError || (error instanceof ServerError && mayHelp.includes(error.status ?? 0)))
  )
}

/** Ends early when the caller no longer wants it. */
export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const timer = setTimeout(stop, seconds * 1_000)
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) stop()
  })
}
