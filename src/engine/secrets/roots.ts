import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** A root secret, with the keys that are derived from it. */
export interface Root {
  readonly secret: string
  readonly fingerprint: Buffer
  /** Derived once: that takes longer than to encrypt a short text with it. */
  key(use: string): Buffer
}

export interface SecretsOptions {
  /** NGOMA_SECRET. */
  readonly given: string | null
  /** NGOMA_SECRET_PREVIOUS. */
  readonly previous?: string | null
  /** Whether one may be made and kept in the database when none is given. */
  readonly mayMake: boolean
}

/** What the database knows of its root secret. `made` is the secret itself, where it was made here. */
export interface Kept {
  readonly made: string | null
  readonly fingerprint: Buffer
  readonly sealVersion: number
  /** The one that is under way. */
  readonly rotation: {
    readonly state: 'preparing' | 'sealing' | 'done'
    readonly fromFingerprint: Buffer
    readonly toFingerprint: Buffer
    readonly fromMade: string | null
    readonly toMade: string | null
  } | null
  /** The fingerprint of the secret that the last rotation replaced. */
  readonly replaced: Buffer | null
}

export interface Roots {
  /** What new values are sealed with. */
  readonly current: Root
  /** All that can be read with, the current one first. */
  readonly readable: readonly Root[]
}

const howToRead = 'select made from root_secret'

export const fingerprintOf = (secret: string) => createHmac('sha256', secret).update('ngoma root secret').digest()

/** One that the database keeps. */
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

/** The root secrets that this process has, and which of them the database uses; or why it can't work with them. */
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
        'the root secret is being rotated, and some values are still sealed with the previous one: set NGOMA_SECRET_PREVIOUS to it until ngoma secret status says that the rotation is done',
    }
  return { current, readable: [current, ...readable.filter((one) => one !== current)] }
}

function describeWrong({ given, mayMake }: SecretsOptions, { made, replaced }: Kept): string {
  if (given === null) return 'NGOMA_SECRET is not set, and this database was first used with one: set it again'
  if (replaced?.equals(fingerprintOf(given)))
    return 'NGOMA_SECRET is the one from before the last rotation: set the one that replaced it'
  const ownOne = mayMake
    ? 'leave it empty: the database keeps its own'
    : `the database keeps its own, so set that: ${howToRead}`
  const lost = made === null ? ', and when the old one is lost, run ngoma secret reset --lost' : ''
  const wayOut = made === null ? 'set the one from then' : ownOne
  return `NGOMA_SECRET is not the one that this database was first used with: ${wayOut}; to change it, set NGOMA_SECRET_PREVIOUS to the old one and run ngoma secret rotate${lost}`
}

/** Why there is no secret where one has to be given; null when there is, or need not be. */
export function findAbsent({ given, mayMake }: SecretsOptions, kept: Pick<Kept, 'made'> | null = null): string | null {
  if (given !== null || mayMake) return null
  const wayOut =
    kept?.made == null
      ? 'make one with openssl rand -hex 32'
      : `this database was begun with one of its own, so set that: ${howToRead}`
  return `NGOMA_SECRET must be set with DATABASE_URL outside staging: ${wayOut}`
}
