import { createSecretKey, type KeyObject } from 'node:crypto'
import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import type { Secrets } from '../../engine/secrets/index.ts'
import { keyOf } from '../../engine/signatures.ts'
import type { Destination } from './store-attempts.ts'

const use = 'webhooks'
/** A sealed secret belongs to its account: in another account's row it could not be opened. */
const boundTo = (accountId: number) => `account ${accountId}`

export const sealSecret = (secrets: Secrets, accountId: number, secret: string): Buffer =>
  secrets.seal(use, secret, boundTo(accountId))

const headersUse = 'webhook headers'

/** Customers put secrets of theirs into headers that they want back. */
export const sealHeaders = (secrets: Secrets, accountId: number, headers: Readonly<Record<string, string>>): Buffer =>
  secrets.seal(headersUse, JSON.stringify(headers), boundTo(accountId))

export const openHeaders = (secrets: Secrets, accountId: number, sealed: Buffer): Record<string, string> =>
  JSON.parse(secrets.open(headersUse, sealed, boundTo(accountId)))

/**
 * What requests are signed with. Opening a secret takes longer than signing with it, so the last ones are kept in
 * memory.
 */
export interface Keys {
  of(destination: Destination, now: Date): readonly KeyObject[]
}

const keptMax = 10_000

export function createKeys(secrets: Secrets): Keys {
  const kept = new BoundedMap<string, KeyObject>(keptMax)

  function open(sealed: string, accountId: number): KeyObject {
    const name = `${accountId} ${sealed}`
    const known = kept.get(name)
    if (known) return known
    const key = createSecretKey(keyOf(secrets.open(use, Buffer.from(sealed, 'hex'), boundTo(accountId))))
    kept.set(name, key)
    return key
  }

  return {
    of({ accountId, secret, previousSecret, previousUntil }, now) {
      const isChanging = previousSecret !== null && previousUntil !== null && new Date(previousUntil) > now
      return (isChanging ? [secret, previousSecret] : [secret]).map((sealed) => open(sealed, accountId))
    },
  }
}
