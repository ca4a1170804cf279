import type { FastifyReply } from 'fastify'
import type { SharedRates } from '../../engine/flow/shared-rates.ts'
import { secondsToNext } from '../../engine/flow/token-bucket.ts'
import { type Limited, tooManyRequests } from './errors.ts'

export const describeRate = (tokens: number, perSecond: number): Record<string, string> => ({
  'RateLimit-Limit': String(perSecond),
  'RateLimit-Remaining': String(Math.max(0, Math.floor(tokens))),
  'RateLimit-Reset': String(Math.ceil((perSecond - tokens) / perSecond)),
})

/**
 * Counts a request against a rate limit of its account, sets the RateLimit headers and throws when the limit is used
 * up. A burst of one second's worth is allowed.
 */
export function admit(
  rates: SharedRates,
  { accountId, limited, perSecond }: { accountId: number; limited: Limited; perSecond: number },
  reply: FastifyReply,
): void {
  const key = `${limited === 'read' ? 'reads' : 'account'} ${accountId}`
  const rate = { size: perSecond, perSecond }
  const isAdmitted = rates.take(key, rate)
  const left = rates.left(key, rate)
  reply.headers(describeRate(left, perSecond))
  if (!isAdmitted) throw tooManyRequests(limited, perSecond, secondsToNext(left, perSecond))
}
