import { type Product, products } from '../../contract/console/accounts.ts'
import type { Area } from '../../engine/http/index.ts'
import { isInNetwork } from '../../engine/network.ts'
import { allScopes, productsOfScope, type Scope } from '../../values/scopes.ts'
import type { Credential } from './store.ts'

const productsByArea: ReadonlyMap<unknown, readonly Product[]> = new Map(
  products.map((product) => [product, [product]]),
)

/** The products of a route. Null for an area without product: public paths and the console. */
export const findProducts = (area: Area): readonly Product[] | null =>
  typeof area === 'string' ? (productsByArea.get(area) ?? null) : (area as readonly Product[])

/** A credential ends when it is revoked, expires, or its replacement takes over. */
interface Ends {
  readonly revokedAt: Date | null
  readonly expiresAt: Date | null
  readonly retiresAt: Date | null
}

export const hasEnded = ({ revokedAt, expiresAt, retiresAt }: Ends, now: Date): boolean =>
  revokedAt !== null || [expiresAt, retiresAt].some((end) => end !== null && end <= now)

/**
 * Whether a credential may use a scope. One that is limited to products has the scopes of these, and scopes of no
 * product only by name. One without products is for the account API only.
 */
export function hasScope({ scopes, products: limits }: Pick<Credential, 'scopes' | 'products'>, scope: Scope): boolean {
  const owners = productsOfScope(scope)
  const isNamed = scopes.includes(scope)
  if (!isNamed && !scopes.includes(allScopes)) return false
  if (limits === null || limits.length === 0) return true
  return owners.length === 0 ? isNamed : owners.some((product) => limits.includes(product))
}

export interface Caller {
  readonly accountId: number
  readonly credentialId: number
  /** The products of its credential; null means all. */
  readonly products: readonly string[] | null
  readonly lenient: boolean
  readonly operator: boolean
  /** The messages the account may send in a day; null means no limit. */
  readonly messagesPerDay: number | null
}

const productPaths: readonly (readonly [string, ...Product[]])[] = [
  ['/v1/send', 'sms'],
  ['/public/v1/sender-names', 'sms'],
  ['/public/v1/sms-templates', 'sms'],
  ['/public/v1/delivery-reports', 'dlr'],
  ['/public/v1/contacts', 'contact'],
  ['/public/v1/address-books', 'contact'],
  ['/v1/transfer', 'airtime'],
  ['/v1/transaction-status', 'airtime'],
  ['/v1/credit-balance', 'topup'],
  ['/public/v1/vendors', 'topup', 'sms'],
  ['/v1/request', 'otp'],
  ['/v1/verify', 'otp'],
  ['/v1/checkout', 'checkout'],
  ['/v1/whitelist', 'checkout'],
  ['/v1/chatapi', 'chat'],
]

/** Whether a path belongs to the public API, which answers only authenticated callers. */
export const needsCredential = (path: string): boolean => /^\/(public\/)?v1(\/|$)/.test(path)

/** Empty for a path that belongs to no product. */
export function productsOf(path: string): readonly Product[] {
  const [, ...found] = productPaths.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`)) ?? ['']
  return found
}

/**
 * The reason why a credential cannot be used for these products, worded for the log; null when it can. An empty list,
 * as for an unknown path, skips the product check.
 */
export function findObstacle(
  credential: Credential,
  wanted: readonly Product[],
  address: string,
  now: Date,
): string | null {
  if (credential.suspendedAt !== null) return 'belongs to a suspended account'
  if (credential.revokedAt !== null) return 'was revoked'
  if (credential.expiresAt !== null && credential.expiresAt <= now) return 'has expired'
  const limit = findProductLimit(credential, wanted)
  if (limit !== null) return limit
  if (credential.addresses === null || credential.addresses.some((network) => isInNetwork(network, address)))
    return null
  return `may not be used from ${address}`
}

/** The reason why a credential that is limited to products is for none of these; null when it is for one of them. */
export const findProductLimit = (
  { products }: Pick<Credential, 'products'>,
  wanted: readonly Product[],
): string | null =>
  products === null || wanted.length === 0 || wanted.some((product) => products.includes(product))
    ? null
    : `is not for ${wanted.join(' or ')}`

export type Presented =
  | { readonly kind: 'key'; readonly apiKey: string; readonly secret: string }
  | { readonly kind: 'token'; readonly token: string }

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Longer values cannot be ours: they are neither looked up nor cached. */
const credentialLengthMax = 512

/** Whether a text can be an API key. PostgreSQL rejects NUL in text, so no key contains it, and a query would fail. */
export const isKeyLike = (text: string): boolean =>
  text !== '' && text.length <= credentialLengthMax && !text.includes('\0')

/**
 * Parses an Authorization header. White space around key, secret and token is ignored, because people paste it along.
 * Null for a malformed header.
 */
export function parseAuthorization(header: string): Presented | null {
  const value = header.trim()
  if (value.length > 2 * credentialLengthMax) return null
  if (!/^basic(\s|$)/i.test(value)) return value === '' || /\s/.test(value) ? null : { kind: 'token', token: value }
  const encoded = value.slice('basic'.length).trim()
  if (!base64.test(encoded)) return null
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  // PostgreSQL rejects NUL in text, so no key contains it, and a query would fail.
  if (colon === -1 || decoded.includes('\0')) return null
  const apiKey = decoded.slice(0, colon).trim()
  const secret = decoded.slice(colon + 1).trim()
  return apiKey === '' || secret === '' ? null : { kind: 'key', apiKey, secret }
}
