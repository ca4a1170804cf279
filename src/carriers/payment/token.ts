import type { Clock } from '../../values/time.ts'

/** A token and the time for which it is valid. */
export interface FreshToken {
  readonly token: string
  readonly seconds: number
}

export interface Tokens {
  /** The current token, or a new one. Concurrent callers share one request. */
  get(): Promise<string>
  /** After the provider rejected it. A newer token stays. */
  drop(token: string): void
}

/** A token that ends soon may end before the request arrives. */
const spareMs = 60_000

/** Keeps an access token until shortly before its end. */
export function keepToken(clock: Clock, request: () => Promise<FreshToken>): Tokens {
  let current: { readonly token: string; readonly untilMs: number } | null = null
  let requesting: Promise<string> | null = null

  async function renew(): Promise<string> {
    const { token, seconds } = await request()
    const lifeMs = seconds * 1_000
    current = { token, untilMs: clock.now().getTime() + Math.max(lifeMs - spareMs, lifeMs / 2) }
    return token
  }

  return {
    async get() {
      if (current !== null && clock.now().getTime() < current.untilMs) return current.token
      requesting ??= renew().finally(() => {
        requesting = null
      })
      return requesting
    },
    drop(token) {
      if (current?.token === token) current = null
    },
  }
}
