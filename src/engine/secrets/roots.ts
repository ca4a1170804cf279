import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Outage } from '../outage.ts'

/** Keys and encryption for different uses, all derived from one root secret. */
export interface Secrets {
  /** Returns a key for hashes and signatures, which survives rotations of the root secret. */
  key(use: string): Buffer
  /**
   * Encrypts a text for storage. `bound` names its owner, such as a row, so that the value cannot be moved to another
   * one.
   */
  seal(use: string, text: string, bound?: string): Buffer
  /** Decrypts a value. Throws SecretProblem unless use, secret and `bound` match. */
  open(use: string, sealed: Buffer, bound?: string): string
  /** Like `open`, but returns null when the value cannot be decrypted. */
  read(use: string, sealed: Buffer, bound?: string): string | null
  /**
   * Reads which secret is current, and publishes which secrets this process has. Rejects when it lacks the current one.
   */
  refresh(): Promise<void>
}

/** Secrets of a process that follows rotations. */
export interface RootSecrets extends Secrets {
  readonly options: SecretsOptions
  /** The root secrets that this process has; the first one encrypts. */
  roots(): Roots
  /** Refreshes every few seconds until stopped. */
  watch(outage: Outage): { stop(): Promise<void> }
}

export interface Root {
  readonly secret: string
  readonly fingerprint: Buffer
  /** Cached, because deriving takes longer than encrypting a short text. */
  key(use: string): Buffer
}

export interface SecretsOptions {
  /** NGOMA_SECRET. */
  readonly given: string | null
  /** NGOMA_SECRET_PREVIOUS. */
  readonly previous?: string | null
  /** Whether a secret may be generated and stored in the database when NGOMA_SECRET is unset. */
  readonly mayMake: boolean
}

/** The root secret as stored in the database. `made` is the secret itself if it was generated. */
export interface Kept {
  readonly made: string | null
  readonly fingerprint: Buffer
  readonly sealVersion: number
  readonly rotation: {
    readonly state: 'preparing' | 'sealing' | 'done'
    readonly fromFingerprint: Buffer
    readonly toFingerprint: Buffer
    readonly fromMade: string | null
    readonly toMade: string | null
  } | null
  /** Fingerprint of the secret before the last rotation. */
  readonly replaced: Buffer | null
}

export interface Roots {
  /** Encrypts new values. */
  readonly current: Root
  /** All available secrets, the current one first. */
  readonly readable: readonly Root[]
}

const useStored = 'set the one that is stored in the database: select made from root_secret'

export const fingerprintOf = (secret: string) => createHmac('sha256', secret).update('ngoma root secret').digest()

export const makeRoot = () => randomBytes(32).toString('hex')

function rootOf(secret: string): Root {
  const keys = new Map<string, Buffer>()
  return {
    secret,
    fingerprint: fingerprintOf(secret),
    key(use) {
      const known = keys.get(use) ?? Buffer.from(hkdfSync('sha256', secret, '', `ngoma ${use}`, 32))
      keys.set(use, known)
      return known
    },
  }
}

/** Matches the secrets of this process with the database. Returns an error message when the current one is missing. */
export function chooseRoots(
  options: SecretsOptions,
  kept: Kept,
  known: readonly Root[] = [],
): Roots | { readonly wrong: string } {
  const { given, previous = null } = options
  const { rotation } = kept
  const own = given === null ? [kept.made, rotation?.fromMade, rotation?.toMade] : [given, previous]
  const secrets = new Set(own.filter((secret) => typeof secret === 'string'))
  const readable = [...secrets].map((secret) => known.find((one) => one.secret === secret) ?? rootOf(secret))
  const find = (fingerprint: Buffer) => readable.find((one) => one.fingerprint.equals(fingerprint))
  const current = find(kept.fingerprint)
  if (current === undefined) return { wrong: describeWrong(options, kept) }
  if (rotation?.state === 'sealing' && find(rotation.fromFingerprint) === undefined)
    return {
      wrong:
        'the root secret is being rotated, and some values still use the previous one: set NGOMA_SECRET_PREVIOUS to it until ngoma secret status reports that the rotation is done',
    }
  return { current, readable: [current, ...readable.filter((one) => one !== current)] }
}

function describeWrong({ given, mayMake }: SecretsOptions, { made, replaced }: Kept): string {
  if (given === null) return 'NGOMA_SECRET is not set, but this database was created with one: set it again'
  if (replaced?.equals(fingerprintOf(given)))
    return 'NGOMA_SECRET is the secret from before the last rotation: set the new one'
  const ownOne = mayMake ? 'leave it unset, because the secret is stored in the database' : useStored
  const lost = made === null ? '; if the old one is lost, run ngoma secret reset --lost' : ''
  const wayOut = made === null ? 'set that one' : ownOne
  return `NGOMA_SECRET does not match the secret of this database: ${wayOut}; to change it, set NGOMA_SECRET_PREVIOUS to the old one and run ngoma secret rotate${lost}`
}

/** Returns an error message when NGOMA_SECRET is required but unset, otherwise null. */
export function findAbsent({ given, mayMake }: SecretsOptions, kept: Pick<Kept, 'made'> | null = null): string | null {
  if (given !== null || mayMake) return null
  const wayOut = kept?.made == null ? 'generate one with openssl rand -hex 32' : useStored
  return `NGOMA_SECRET must be set with DATABASE_URL outside staging: ${wayOut}`
}

/** A missing or wrong root secret, or a value that it cannot decrypt. The message is meant for the user. */
export class SecretProblem extends Error {
  override readonly name = 'SecretProblem'
}
