import type { Product } from '../../contract/console/accounts.ts'
import { Refusal } from '../../values/refusal.ts'

export const howToWrite =
  'one header Authorization: Basic with key:secret in base64, as curl -u writes it, or an access token as it is, without Bearer'
const whereKeysAre = 'keys and tokens are made on the page API setup, or with npx ngoma key create NAME'
const notUsable = `this key or token can not be used here and now; ${whereKeysAre}, and the page Refused requests tells its owner why, unless this server has no such key at all`

export const noAuthorization = () =>
  new Refusal(400, 400, 'No authorization headers', {
    body: { error: 'No authorization headers' },
    hint: `send ${howToWrite}; ${whereKeysAre}`,
  })

/**
 * The specification words it differently on contacts and address books. Why is for the log: whoever guesses learns
 * nothing.
 */
export const invalidCredential = (products: readonly Product[], reason: string, hint = notUsable) =>
  new Refusal(
    401,
    120,
    products.includes('contact') ? 'Invalid Authorization Parameters' : 'Invalid Authentication Parameters',
    {
      reason,
      hint,
    },
  )

export const tooManyRequests = (perSecond: number, waitSeconds: number) =>
  new Refusal(429, 429, 'Too Many Requests', {
    headers: { 'Retry-After': String(waitSeconds) },
    hint: `this account may ask ${perSecond} times a second`,
  })

/** A command or a setting that can't be carried out; for people, never on the API's wire. */
export class BadCredential extends Error {
  override readonly name = 'BadCredential'
}

/** An invalid limit; for people, never on the API's wire. */
export class BadLimit extends Error {
  override readonly name = 'BadLimit'
}

export const badCredential = (why: string) =>
  new Refusal(400, 400, why, {
    hint: 'a key or token may have an end, some of the products, and addresses that it is used from; leave out what you do not need',
  })
export const credentialMissing = () =>
  new Refusal(404, 404, 'Credential Not Found', {
    hint: 'npx ngoma key list shows those of an account, and so does the page API setup',
  })
export const unknownCountry = (country: string) =>
  new Refusal(400, 400, 'Unknown Country', {
    hint: `${country} is not a country of ISO 3166-1: write two capital letters, such as TZ or KE`,
  })
export const parentMissing = () =>
  new Refusal(404, 404, 'Parent Account Not Found', {
    hint: 'npx ngoma account list shows the accounts with their ids',
  })
const oneLevel = (hint: string) => new Refusal(409, 409, 'Sub-Accounts Have One Level', { hint })
export const ownParent = () => oneLevel('an account can not be its own parent')
export const isSubAccount = (id: number) =>
  oneLevel(`account ${id} is a sub-account itself: choose an account that has no parent`)
export const hasSubAccounts = (id: number) =>
  oneLevel(`account ${id} has sub-accounts: make them independent first, or give them another parent`)
export const operatorsOnly = () =>
  new Refusal(403, 403, 'Only Operators Give Operator Rights', {
    hint: 'leave out operator, or have an operator do it',
  })
export const credentialRotated = (kind: 'key' | 'token', id: number, replacement: number) =>
  new Refusal(409, 409, 'Credential Was Rotated', {
    hint: `${id} was replaced by ${replacement}: to replace that one, npx ngoma ${kind} rotate ${replacement}; to end ${id} now, npx ngoma ${kind} revoke ${id}`,
  })
export const credentialEnded = () =>
  new Refusal(409, 409, 'Credential Has Ended', {
    hint: 'a key or token that expired or was revoked stays as it is: create a new one',
  })
