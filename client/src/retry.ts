import { ConnectionError, NgomaError, RateLimitError, ServerError } from './errors.ts'

/**
 * When a call is retried:
 * `always`: after every error that may be temporary; for reads, updates, and calls with an idempotency key.
 * `refused`: only when the server has certainly not executed it, after 429.
 * `never`.
 */
export type Repeat = 'always' | 'refused' | 'never'

/** For a longer Retry-After, the call fails instead of waiting. */
const retryAfterSecondsMax = 30
const firstWaitSeconds = 0.5
const waitSecondsMax = 8

const temporaryStatuses = [500, 502, 503, 504]

/** The wait before the next attempt, or null for no retry. `attempts` is the number of attempts made. */
export function waitSeconds(error: unknown, repeat: Repeat, attempts: number, random = Math.random()): number | null {
  if (!mayRetry(error, repeat)) return null
  const asked = (error instanceof NgomaError && error.retryAfterSeconds) || 0
  if (asked > retryAfterSecondsMax) return null
  // Random, between half and all of it, so that clients that failed together do not retry together.
  const backoff = Math.min(waitSecondsMax, firstWaitSeconds * 2 ** (attempts - 1)) * (0.5 + random / 2)
  return Math.max(asked, backoff)
}

function mayRetry(error: unknown, repeat: Repeat): boolean {
  if (repeat === 'never') return false
  if (error instanceof RateLimitError) return true
  // An earlier attempt with the same idempotency key is not finished.
  const isRunning = error instanceof NgomaError && error.code === 'request_in_progress'
  return (
    repeat === 'always' &&
    (isRunning ||
      error instanceof ConnectionError ||
      (error instanceof ServerError && temporaryStatuses.includes(error.status ?? 0)))
  )
}

/** Ends early when the signal aborts. */
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
