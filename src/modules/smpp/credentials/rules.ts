import type { SharedRates } from '../../../engine/flow/shared-rates.ts'
import { secondsToNext } from '../../../engine/flow/token-bucket.ts'
import { isInNetwork, isSmallNetwork, neighbourhoodOf } from '../../../engine/network.ts'
import type { SmppCredential } from '../model.ts'
import type { ActiveCredential } from './store.ts'

export const allowsAddress = ({ addresses }: Pick<SmppCredential, 'addresses'>, address: string): boolean =>
  addresses === null || addresses.some((network) => isInNetwork(network, address))

/** Whether a restriction names this address. A large network does not: it contains many who are not the customer. */
export const listsAddress = ({ addresses }: Pick<SmppCredential, 'addresses'>, address: string): boolean =>
  addresses?.some((network) => isSmallNetwork(network) && isInNetwork(network, address)) ?? false

/** Whether passwords came from here before. Clients change the last half of their IPv6 address by themselves. */
export const isKnownAddress = (known: readonly string[], address: string): boolean =>
  known.some((one) => neighbourhoodOf(one) === neighbourhoodOf(address))

/** The hashes of a credential, sealed. */
type SealedHashes = Pick<ActiveCredential, 'passwordHash' | 'oldPasswordHash' | 'oldPasswordUntil'>

/** The hashes of passwords that are valid now. */
export const validHashes = ({ passwordHash, oldPasswordHash, oldPasswordUntil }: SealedHashes, now: Date) =>
  oldPasswordHash !== null && oldPasswordUntil !== null && oldPasswordUntil > now
    ? [passwordHash, oldPasswordHash]
    : [passwordHash]

/** Whether this is the hash of a password that is valid now. */
export const hasHash = (hashes: SealedHashes, sealed: Buffer, now: Date): boolean =>
  validHashes(hashes, now).some((one) => one.equals(sealed))

/**
 * Takes messages from the rate of a credential, which its binds and its Kannel requests share over all processes.
 * Returns 0, or the seconds to wait when nothing was taken. A request with more messages than the rate delays the next.
 */
export function takeFromRate(rates: SharedRates, { id, rate }: Pick<SmppCredential, 'id' | 'rate'>, messages: number) {
  if (rate === 0) return 0
  const key = `smpp submit ${id}`
  const limit = { size: rate, perSecond: rate }
  return rates.take(key, limit, messages) ? 0 : secondsToNext(rates.left(key, limit), rate)
}
