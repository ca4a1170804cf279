import type { Clock } from '../../values/time.ts'
import { isSuccess, type ProviderAnswer, parseJson, readAt } from '../http-template/answer.ts'
import { failureOf } from '../http-template/send.ts'
import { ProviderFailure } from '../provider-kind.ts'

/** A token and the time for which it is valid. */
export interface FreshToken {
  readonly token: string
  readonly seconds: number
}

/** A token that ends soon may end before the request arrives. */
const spareMs = 60_000

/** Keeps an access token until shortly before its end. */
export function keepToken(clock: Clock, request: () => Promise<FreshToken>) {
  let current: { readonly token: string; readonly untilMs: number } | null = null
  let requesting: Promise<string> | null = null

  async function renew(): Promise<string> {
    const { token, seconds } = await request()
    const lifeMs = seconds * 1_000
    current = { token, untilMs: clock.now().getTime() + Math.max(lifeMs - spareMs, lifeMs / 2) }
    return token
  }

  return {
    /** The current token, or a new one. Concurrent callers share one request. */
    async get(): Promise<string> {
      if (current !== null && clock.now().getTime() < current.untilMs) return current.token
      requesting ??= renew().finally(() => {
        requesting = null
      })
      return requesting
    },
    /** After the provider rejected it. A newer token stays. */
    drop(token: string) {
      if (current?.token === token) current = null
    },
  }
}

interface TokenSettings {
  /** Paths in the response. */
  readonly token: string
  readonly expiresIn: string
  readonly defaultSeconds: number
  isAway(status: number): boolean
}

/** Reads the response to a request for a token. No payment starts without one. */
export async function readToken(
  sent: Promise<ProviderAnswer>,
  { token: path, expiresIn, defaultSeconds, isAway }: TokenSettings,
): Promise<FreshToken> {
  const { status, text } = await sent.catch((error: unknown) => {
    throw new ProviderFailure('unstarted', `no access token: ${failureOf(error).why}`, { away: true })
  })
  const json = parseJson(text)
  const token = readAt(json, path)
  if (!isSuccess(status) || token === null || !/^[\x21-\x7e]{1,4096}$/.test(token))
    throw new ProviderFailure('unstarted', `no access token: status ${status}`, { away: isAway(status) })
  const seconds = Number(readAt(json, expiresIn))
  return { token, seconds: seconds > 0 ? seconds : defaultSeconds }
}

/** For a request about a payment without a response. */
export function throwNoResponse(error: unknown): never {
  const { stage, why } = failureOf(error)
  throw new ProviderFailure(stage === 'connecting' ? 'unstarted' : 'unclear', `no response: ${why}`, { away: true })
}
