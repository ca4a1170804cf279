import type { FastifyReply } from 'fastify'
import { type Bucket, createBuckets } from '../../engine/rate.ts'
import { tooManyRequests } from './errors.ts'

export function describeRate({ tokens }: Bucket, perSecond: number): Record<string, string> {
  return {
    'RateLimit-Limit': String(perSecond),
    'RateLimit-Remaining': String(Math.floor(tokens)),
    'RateLimit-Reset': String(Math.ceil((perSecond - tokens) / perSecond)),
  }
}

/** Counts the requests of accounts with a limit, in the memory of this process. */
export interface RateLimiter {
  /** Says in the answer's headers what is left; throws when nothing is. */
  admit(accountId: number, perSecond: number, reply: FastifyReply): void
}

/** One second's worth may come at once. */
export function createRateLimiter(nowMs: () => number): RateLimiter {
  const buckets = createBuckets<number>(nowMs)
  return {
    admit(accountId, perSecond, reply) {
      const { taken, bucket } = buckets.take(accountId, { size: perSecond, fillSeconds: 1 })
      reply.headers(describeRate(bucket, perSecond))
      if (!taken) throw tooManyRequests(perSecond)
    },
  }
}
