import { randomInt } from 'node:crypto'
import { isInNetwork, isSmallNetwork, neighbourhoodOf } from '../../../engine/network.ts'
import type { SmppCredential } from '../model.ts'

/** SMPP 3.4 allows 15 characters. Others would need quoting in the configuration of clients. */
export const isSystemId = (text: string): boolean => /^[A-Za-z0-9_.-]{1,15}$/.test(text)

/** Without 0, 1, I, O and l, which look alike. */
const clearCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const clearLowerCase = 'abcdefghijkmnpqrstuvwxyz23456789'
/** SMPP 3.4 allows no more. */
const passwordLength = 8

const choose = (characters: string, length: number) =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join('')

export const makePassword = (): string => choose(clearCharacters, passwordLength)

/** Lower case, because some clients change the case of user names. */
export const makeSystemId = (): string => choose(clearLowerCase, 8)

export const allowsAddress = ({ addresses }: Pick<SmppCredential, 'addresses'>, address: string): boolean =>
  addresses === null || addresses.some((network) => isInNetwork(network, address))

/** Whether a restriction names this address. A large network does not: it contains many who are not the customer. */
export const listsAddress = ({ addresses }: Pick<SmppCredential, 'addresses'>, address: string): boolean =>
  addresses?.some((network) => isSmallNetwork(network) && isInNetwork(network, address)) ?? false

/** Whether passwords came from here before. Clients change the last half of their IPv6 address by themselves. */
export const isKnownAddress = (known: readonly string[], address: string): boolean =>
  known.some((one) => neighbourhoodOf(one) === neighbourhoodOf(address))

/** The hashes of a credential, sealed. */
export interface SealedHashes {
  readonly passwordHash: Buffer
  readonly oldPasswordHash: Buffer | null
  readonly oldPasswordUntil: Date | null
}

/** The hashes of passwords that are valid now. */
export const validHashes = (
  { passwordHash, oldPasswordHash, oldPasswordUntil }: SealedHashes,
  now: Date,
): readonly Buffer[] =>
  oldPasswordHash !== null && oldPasswordUntil !== null && oldPasswordUntil > now
    ? [passwordHash, oldPasswordHash]
    : [passwordHash]

/** Whether this is the hash of a password that is valid now. */
export const hasHash = (hashes: SealedHashes, sealed: Buffer, now: Date): boolean =>
  validHashes(hashes, now).some((one) => one.equals(sealed))
