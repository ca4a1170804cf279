import { Refusal } from '../../values/refusal.ts'
import type { Product } from './rules.ts'

export const noAuthorization = () => new Refusal(400, 400, 'No authorization headers', { body: { error: 'No authorization headers' } })

/** The specification words it differently on contacts and address books. Why is for the log: whoever guesses learns nothing. */
export const invalidCredential = (product: Product | null, reason: string, hint?: string) =>
  new Refusal(401, 120, product === 'contact' ? 'Invalid Authorization Parameters' : 'Invalid Authentication Parameters', {
    reason,
    ...(hint === undefined ? {} : { hint }),
  })

const retryAfterSeconds = 1

export const tooManyRequests = (perSecond: number) =>
  new Refusal(429, 429, 'Too Many Requests', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    hint: `this account may ask ${perSecond} times a second`,
  })

/** A command or a setting that can't be carried out; for people, never on the API's wire. */
export class BadCredential extends Error {
  override readonly name = 'BadCredential'
}

/** A limit that is none; for people, never on the API's wire. */
export class BadLimit extends Error {
  override readonly name = 'BadLimit'
}

export const badCredential = (why: string) => new Refusal(400, 400, why)
export const credentialMissing = () => new Refusal(404, 404, 'Credential Not Found')
export const operatorsOnly = () => new Refusal(403, 403, 'Only Operators Give Operator Rights')
export const credentialEnded = () =>
  new Refusal(409, 409, 'Credential Has Ended', { hint: 'a key or token that expired or was revoked is not replaced: create a new one' })
