import type { Product } from '../../contract/console/accounts.ts'
import { countOf } from '../../values/count.ts'
import { Refusal, refuse } from '../../values/refusal.ts'

export const howToWrite =
  'one Authorization header: Basic with key:secret in base64, as curl -u writes it, or a bare access token, without Bearer'
const whereKeysAre = 'create keys and tokens on the Developer page, or with npx ngoma key create --name NAME'
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
  new Refusal(401, 120, `Invalid ${products.includes('contact') ? 'Authorization' : 'Authentication'} Parameters`, {
    reason,
    hint,
    problem: null,
  })

export const scopeMissing = (scope: string, credentialId: number) =>
  refuse('scope_missing', {
    hint: `credential ${credentialId} lacks the scope ${scope}: an owner of the account grants scopes on the Developer page, or with npx ngoma credential change ${credentialId}, which replaces all of them`,
  })

export type Limited = 'request' | 'read'

export const tooManyRequests = (limited: Limited, perSecond: number, waitSeconds: number) =>
  refuse('too_many_requests', {
    v1: [429, 'Too Many Requests'],
    headers: { 'Retry-After': String(waitSeconds) },
    hint: `this account is limited to ${countOf(perSecond, limited)} a second`,
  })

/** Thrown for invalid commands and settings of credentials. Never sent by the public API. */
export class BadCredential extends Error {
  override readonly name = 'BadCredential'
}

export const badCredential = (why: string) =>
  refuse('invalid_credential', {
    detail: `The settings of the credential are invalid: ${why}.`,
    hint: 'the expiry, the products and the allowed addresses of a key or token are optional: leave out those you do not need',
  })
export const unknownCountry = (country: string) =>
  refuse('unknown_country', {
    hint: `${country} is not an ISO 3166-1 country code: use two capital letters, such as TZ or KE`,
    errors: [{ field: 'country', message: 'is not an ISO 3166-1 country code' }],
  })
export const invalidShopUrl = () =>
  refuse('invalid_shop_url', {
    errors: [{ field: 'shopUrl', message: 'is not an http or https address without a user' }],
  })
export const invalidShopWebsite = () =>
  refuse('invalid_website', {
    hint: 'a website is the address or the host of a shop, such as https://shop.example.com',
    errors: [{ field: 'shopWebsites', message: 'has an entry that is not the address of a website' }],
  })
const oneLevel = (hint: string) => refuse('nested_sub_account', { hint })
export const ownParent = () => oneLevel('an account cannot be its own parent')
export const isSubAccount = (id: number) =>
  oneLevel(`account ${id} is itself a sub-account: choose an account without a parent`)
export const hasSubAccounts = (id: number) =>
  oneLevel(`account ${id} has sub-accounts: make them independent first, or move them to another parent`)
export const credentialRotated = (id: number, replacement: number) =>
  refuse('credential_rotated', {
    hint: `${id} was replaced by ${replacement}. To replace ${replacement}, run npx ngoma credential rotate ${replacement}; to end ${id} now, run npx ngoma credential revoke ${id}`,
  })
export const smppPasswordRotated = (id: number, until: Date) =>
  refuse('smpp_password_rotated', {
    hint: `the password before the last one is valid until ${until.toISOString()}. Rotate after that, or end it now: npx ngoma credential rotate ${id} --overlap-hours 0 leaves only the new password valid`,
  })
export const systemIdTaken = (systemId: string) =>
  refuse('system_id_taken', {
    hint: `${systemId} is the system ID of another credential: choose another one, or leave it out to get a generated one`,
  })
export const badAddress = (address: string) =>
  refuse('invalid_address', {
    hint: `${address} is not an IP address or a network such as 10.0.0.0/8`,
  })
export const tooManySmppCredentials = (max: number) =>
  refuse('too_many_smpp_credentials', {
    hint: `an account can have ${max}: revoke those that are not used`,
  })
export const limitsByOperators = ({ min, max }: { readonly min: number; readonly max: number }, name: string) =>
  refuse('smpp_limits_by_operators', {
    hint: `${name} must be from ${min} to ${max}: ask an operator for more`,
  })
export const otherKind = (names: readonly string[]) =>
  refuse('credential_kind', {
    hint: `${names.join(', ')}: credentials of another kind have this setting; leave it out`,
  })
