import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import type { SealedColumn, SealedRow, Secrets } from '../../engine/secrets/index.ts'
import { keyOf, secretPrefix, signatureOf } from '../../engine/signatures.ts'
import type { RequestHeaders } from './header-rules.ts'
import type { Destination } from './store-attempts.ts'

const secretBytes = 32

export const makeSecret = () => `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`

/** The same on every attempt, so that receivers can recognize duplicates. */
export const webhookId = (eventId: number) => `evt_${eventId}`

/**
 * The headers of one attempt. During a rotation there is one signature for each key, and a receiver needs to know only
 * one of them.
 */
export function signatureHeaders(
  id: string,
  body: string,
  keys: readonly (Buffer | KeyObject)[],
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = keys.map((key) => signatureOf(key, id, timestamp, body))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const use = 'webhooks'
/** Binds a sealed secret to its account: it cannot be opened in a row of another account. */
const boundTo = (accountId: number) => `account ${accountId}`

export const sealSecret = (secrets: Secrets, accountId: number, secret: string): Buffer =>
  secrets.seal(use, secret, boundTo(accountId))

const headersUse = 'webhook headers'

/** Customers put their own secrets into the headers that callbacks return. */
export const sealHeaders = (secrets: Secrets, accountId: number, headers: Readonly<Record<string, string>>): Buffer =>
  secrets.seal(headersUse, JSON.stringify(headers), boundTo(accountId))

/** Null when they cannot be decrypted. */
export function readHeaders(secrets: Secrets, accountId: number, sealed: Buffer): Record<string, string> | null {
  const text = secrets.read(headersUse, sealed, boundTo(accountId))
  return text === null ? null : JSON.parse(text)
}

const staticUse = 'webhook static headers'

export const sealStaticHeaders = (secrets: Secrets, accountId: number, headers: RequestHeaders): Buffer | null =>
  Object.keys(headers).length === 0 ? null : secrets.seal(staticUse, JSON.stringify(headers), boundTo(accountId))

/** The headers that an endpoint gets with every call. Null when they cannot be decrypted. */
export function readStaticHeaders(secrets: Secrets, accountId: number, sealed: Buffer | null): RequestHeaders | null {
  if (sealed === null) return {}
  const text = secrets.read(staticUse, sealed, boundTo(accountId))
  return text === null ? null : JSON.parse(text)
}

export const isReadable = (secrets: Secrets, accountId: number, sealed: Buffer): boolean =>
  secrets.read(use, sealed, boundTo(accountId)) !== null

const ofEndpoints = {
  table: 'webhook_endpoints',
  key: 'id',
  keyType: 'bigint',
  use,
  reads: ['account_id'],
  bound: ({ account_id }: SealedRow) => boundTo(Number(account_id)),
} as const

export const sealedWebhooks: readonly SealedColumn[] = [
  {
    ...ofEndpoints,
    column: 'secret',
    examined: {
      only: sql`removed_at is null`,
      name: ({ key, account_id }) => `webhook endpoint ${key} of account ${account_id}`,
      repair: ({ key, account_id }) => `ngoma webhook rotate ${key} --account ${account_id}`,
    },
  },
  {
    ...ofEndpoints,
    column: 'headers',
    use: staticUse,
    examined: {
      only: sql`removed_at is null`,
      name: ({ key, account_id }) => `request headers of webhook endpoint ${key} of account ${account_id}`,
      repair: ({ key, account_id }) => `ngoma webhook change ${key} --header NAME=FILE --account ${account_id}`,
    },
  },
  { ...ofEndpoints, column: 'previous_secret', examined: null },
  { ...ofEndpoints, table: 'webhook_secrets', column: 'secret', examined: null },
  { ...ofEndpoints, table: 'webhook_events', column: 'headers', use: headersUse, examined: null },
]

/** Fewer than keys, because decrypted headers can be large and most endpoints have none. */
const keptHeadersMax = 1_000

/** Caches the decrypted headers of endpoints. Null when they cannot be decrypted. */
export function createStaticHeaders(secrets: Secrets): (destination: Destination) => RequestHeaders | null {
  const read = cached(keptHeadersMax, (sealed, accountId) => readStaticHeaders(secrets, accountId, sealed))
  return ({ accountId, headers }) => (headers === null ? {} : read(headers, accountId))
}

/** Caches decrypted values. A value that cannot be decrypted is not kept. */
function cached<Value>(max: number, decrypt: (sealed: Buffer, accountId: number) => Value | null) {
  const kept = new BoundedMap<string, Value>(max)
  return (sealed: string, accountId: number): Value | null => {
    const name = `${accountId} ${sealed}`
    const known = kept.get(name)
    if (known !== undefined) return known
    const value = decrypt(Buffer.from(sealed, 'hex'), accountId)
    if (value !== null) kept.set(name, value)
    return value
  }
}

const keptMax = 10_000

/** Signing keys. Decrypting a secret takes longer than signing, so the latest ones are cached. */
export function createKeys(secrets: Secrets) {
  const read = cached(keptMax, (sealed, accountId): KeyObject | null => {
    const secret = secrets.read(use, sealed, boundTo(accountId))
    return secret === null ? null : createSecretKey(keyOf(secret))
  })

  return {
    /** Null when the current secret cannot be decrypted. */
    of(destination: Destination, now: Date): readonly KeyObject[] | null {
      const { accountId, secret, previousSecret, previousUntil, olderSecrets } = destination
      const current = read(secret, accountId)
      if (current === null) return null
      const previous =
        previousSecret === null || previousUntil === null ? [] : [{ secret: previousSecret, until: previousUntil }]
      const signing = [...previous, ...(olderSecrets ?? [])].filter(({ until }) => new Date(until) > now)
      return [current, ...signing.flatMap((one) => read(one.secret, accountId) ?? [])]
    },
  }
}
