import type { FastifyReply } from 'fastify'
import type { SharedRates } from '../../engine/flow/shared-rates.ts'
import { secondsToNext } from '../../engine/flow/token-bucket.ts'
import { tooManyRequests } from './errors.ts'

export function describeRate(tokens: number, perSecond: number): Record<string, string> {
  return {
    'RateLimit-Limit': String(perSecond),
    'RateLimit-Remaining': String(Math.max(0, Math.floor(tokens))),
    'RateLimit-Reset': String(Math.ceil((perSecond - tokens) / perSecond)),
  }
}

/**
 * Counts a request of an account with a limit. One second's worth may come at once. Says in the answer's headers what is
 * left, and throws when nothing is.
 */
export function admit(rates: SharedRates, accountId: number, perSecond: number, reply: FastifyReply): void {
  const key = `account ${accountId}`
  const rate = { size: perSecond, perSecond }
  const isAdmitted = rates.take(key, rate)
  const left = rates.left(key, rate)
  reply.headers(describeRate(left, perSecond))
  if (!isAdmitted) throw tooManyRequests(perSecond, secondsToNext(left, perSecond))
}
