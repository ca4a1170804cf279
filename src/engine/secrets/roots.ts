import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** A root secret with its derived keys. */
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
  /** The running rotation. */
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

const howToRead = 'select made from root_secret'

export const fingerprintOf = (secret: string) => createHmac('sha256', secret).update('ngoma root secret').digest()

/** Generates a secret that is stored in the database. */
export const makeRoot = () => randomBytes(32).toString('hex')

const deriveKey = (secret: string, use: string) => Buffer.from(hkdfSync('sha256', secret, '', `ngoma ${use}`, 32))

function rootOf(secret: string): Root {
  const keys = new Map<string, Buffer>()
  return {
    secret,
    fingerprint: fingerprintOf(secret),
    key(use) {
      const known = keys.get(use) ?? deriveKey(secret, use)
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
  const ownOne = mayMake
    ? 'leave it unset, because the secret is stored in the database'
    : `set the one that is stored in the database: ${howToRead}`
  const lost = made === null ? '; if the old one is lost, run ngoma secret reset --lost' : ''
  const wayOut = made === null ? 'set that one' : ownOne
  return `NGOMA_SECRET does not match the secret of this database: ${wayOut}; to change it, set NGOMA_SECRET_PREVIOUS to the old one and run ngoma secret rotate${lost}`
}

/** Returns an error message when NGOMA_SECRET is required but unset, otherwise null. */
export function findAbsent({ given, mayMake }: SecretsOptions, kept: Pick<Kept, 'made'> | null = null): string | null {
  if (given !== null || mayMake) return null
  const wayOut =
    kept?.made == null
      ? 'generate one with openssl rand -hex 32'
      : `set the one that is stored in the database: ${howToRead}`
  return `NGOMA_SECRET must be set with DATABASE_URL outside staging: ${wayOut}`
}

/** A missing or wrong root secret, or a value that it cannot decrypt. The message is meant for the user. */
export class SecretProblem extends Error {
  override readonly name = 'SecretProblem'
}
