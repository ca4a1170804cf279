import type { FastifyReply } from 'fastify'
import { tooManyRequests } from './errors.ts'

/** What an account may still ask. */
export interface Bucket {
  readonly tokens: number
  /** When there were that many, in milliseconds that only go forward. */
  readonly atMs: number
}

/** A bucket fills steadily, holds one second's worth, and starts full. Each request takes one token, or is refused and takes none. */
export function takeToken(bucket: Bucket | undefined, perSecond: number, nowMs: number): { readonly taken: boolean; readonly bucket: Bucket } {
  const filled = bucket === undefined ? perSecond : Math.min(perSecond, bucket.tokens + (Math.max(0, nowMs - bucket.atMs) * perSecond) / 1_000)
  const taken = filled >= 1
  return { taken, bucket: { tokens: taken ? filled - 1 : filled, atMs: nowMs } }
}

export function describeRate({ tokens }: Bucket, perSecond: number): Record<string, string> {
  return {
    'RateLimit-Limit': String(perSecond),
    'RateLimit-Remaining': String(Math.floor(tokens)),
    'RateLimit-Reset': String(Math.ceil((perSecond - tokens) / perSecond)),
  }
}

/** A bucket that nobody took from for a second is full, like one that was never there: so the ones longest unused can be forgotten. */
const bucketsMax = 10_000

/** Counts the requests of accounts with a limit, in the memory of this process. */
export interface RateLimiter {
  /** Says in the answer's headers what is left; throws when nothing is. */
  admit(accountId: number, perSecond: number, reply: FastifyReply): void
}

export function createRateLimiter(nowMs: () => number): RateLimiter {
  const buckets = new Map<number, Bucket>()
  return {
    admit(accountId, perSecond, reply) {
      const { taken, bucket } = takeToken(buckets.get(accountId), perSecond, nowMs())
      // Taken out and put in again, the latest used are last.
      buckets.delete(accountId)
      const [oldest] = buckets.keys()
      if (buckets.size >= bucketsMax && oldest !== undefined) buckets.delete(oldest)
      buckets.set(accountId, bucket)
      reply.headers(describeRate(bucket, perSecond))
      if (!taken) throw tooManyRequests(perSecond)
    },
  }
}
