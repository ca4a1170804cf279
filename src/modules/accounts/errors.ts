import type { Product } from '../../contract/console/accounts.ts'
import { countOf } from '../../values/count.ts'
import { Refusal } from '../../values/refusal.ts'

export const howToWrite =
  'one Authorization header: Basic with key:secret in base64, as curl -u writes it, or a bare access token, without Bearer'
const whereKeysAre = 'create keys and tokens on the Developer page, or with npx ngoma key create NAME'
const notUsable = `this key or token is not valid for this request; ${whereKeysAre}. For an existing key, its owner finds the reason on the Rejected requests page`

export const noAuthorization = () =>
  new Refusal(400, 400, 'No authorization headers', {
    body: { error: 'No authorization headers' },
    problem: null,
    hint: `send ${howToWrite}; ${whereKeysAre}`,
  })

/**
 * The specification uses another message for contacts and address books. The reason is only logged, so that guessing
 * reveals nothing.
 */
export const invalidCredential = (products: readonly Product[], reason: string, hint = notUsable) =>
  new Refusal(
    401,
    120,
    products.includes('contact') ? 'Invalid Authorization Parameters' : 'Invalid Authentication Parameters',
    {
      reason,
      hint,
      problem: null,
    },
  )

export const scopeMissing = (scope: string, credentialId: number) =>
  new Refusal(403, 403, 'Scope Missing', {
    hint: `credential ${credentialId} lacks the scope ${scope}: an owner of the account grants scopes on the Developer page, or with npx ngoma key change ${credentialId} --add-scope ${scope}`,
    problem: 'scope_missing',
  })

/** The requests that a rate limit counts. */
export type Limited = 'request' | 'read'

export const tooManyRequests = (limited: Limited, perSecond: number, waitSeconds: number) =>
  new Refusal(429, 429, 'Too Many Requests', {
    headers: { 'Retry-After': String(waitSeconds) },
    hint: `this account is limited to ${countOf(perSecond, limited)} a second`,
  })

/** Thrown for invalid commands and settings of credentials. Never sent by the public API. */
export class BadCredential extends Error {
  override readonly name = 'BadCredential'
}

/** Thrown for an invalid limit. Never sent by the public API. */
export class BadLimit extends Error {
  override readonly name = 'BadLimit'
}

export const badCredential = (why: string) =>
  new Refusal(400, 400, why, {
    hint: 'the expiry, the products and the allowed addresses of a key or token are optional: leave out those you do not need',
  })
export const credentialMissing = () =>
  new Refusal(404, 404, 'Credential Not Found', {
    hint: 'list the credentials of an account with npx ngoma key list, or on the Developer page',
  })
export const unknownCountry = (country: string) =>
  new Refusal(400, 400, 'Unknown Country', {
    hint: `${country} is not an ISO 3166-1 country code: use two capital letters, such as TZ or KE`,
  })
export const parentMissing = () =>
  new Refusal(404, 404, 'Parent Account Not Found', {
    hint: 'npx ngoma account list shows all accounts and their IDs',
  })
const oneLevel = (hint: string) => new Refusal(409, 409, 'Sub-Accounts Cannot Be Nested', { hint })
export const ownParent = () => oneLevel('an account cannot be its own parent')
export const isSubAccount = (id: number) =>
  oneLevel(`account ${id} is itself a sub-account: choose an account without a parent`)
export const hasSubAccounts = (id: number) =>
  oneLevel(`account ${id} has sub-accounts: make them independent first, or move them to another parent`)
export const operatorsOnly = () =>
  new Refusal(403, 403, 'Only Operators Can Grant Operator Rights', {
    hint: 'leave out operator, or ask an operator to create the credential',
  })
export const credentialRotated = (kind: 'key' | 'token', id: number, replacement: number) =>
  new Refusal(409, 409, 'Credential Was Rotated', {
    hint: `${id} was replaced by ${replacement}. To replace ${replacement}, run npx ngoma ${kind} rotate ${replacement}; to end ${id} now, run npx ngoma ${kind} revoke ${id}`,
  })
export const credentialEnded = () =>
  new Refusal(409, 409, 'Credential Is Expired Or Revoked', {
    hint: 'an expired or revoked credential cannot be changed: create a new one',
  })
