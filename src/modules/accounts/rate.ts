import type { FastifyReply } from 'fastify'
import { createBuckets } from '../../engine/flow/token-bucket.ts'
import { tooManyRequests } from './errors.ts'

export function describeRate(tokens: number, perSecond: number): Record<string, string> {
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
  const bucketOf = createBuckets<number>(nowMs)
  return {
    admit(accountId, perSecond, reply) {
      const rate = { size: perSecond, perSecond }
      const bucket = bucketOf(accountId)
      const isAdmitted = bucket.take(rate)
      reply.headers(describeRate(bucket.fill(rate), perSecond))
      if (!isAdmitted) throw tooManyRequests(perSecond)
    },
  }
}
