import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type CarrierKind, receiptPath, receiptSecret, SettingsProblem } from '../../carriers/carrier.ts'
import type { CarrierSecrets } from './carrier-secrets.ts'
import type { RoutingBase } from './context.ts'
import type { StoredCarrier } from './store.ts'

/** Whatever is below it may be a secret. */
export const receiptRoot = '/carriers/'

/** An operator may choose it, to keep a URL that a provider knows already. */
const secretShape = /^[A-Za-z0-9_-]{16,200}$/

const makeSecret = () => randomBytes(24).toString('base64url')

/**
 * Where receipts are pushed, somebody who could guess the URL could say that messages were delivered: so it has a
 * secret in it, which is made here.
 */
export function addReceiptSecret(kind: CarrierKind, settings: unknown, secrets: CarrierSecrets): CarrierSecrets {
  if (!kind.openPushes?.(settings)) return secrets
  const secret = secrets[receiptSecret] ?? makeSecret()
  if (!secretShape.test(secret))
    throw new SettingsProblem(`the secret ${receiptSecret} has 16 to 200 letters, digits, dashes and underscores`)
  return { ...secrets, [receiptSecret]: secret }
}

/** Without its origin where nobody said how we are reached. */
export function receiptUrlOf(
  { kinds, config }: Pick<RoutingBase, 'kinds' | 'config'>,
  carrier: StoredCarrier,
  secrets: CarrierSecrets,
): string | null {
  const secret = secrets[receiptSecret]
  if (secret === undefined || !takesPushes(kinds[carrier.kind], carrier.settings)) return null
  return `${config.publicUrl ?? ''}${receiptPath(carrier.name, secret)}`
}

/** Settings of an earlier version may be none any more. */
function takesPushes(kind: CarrierKind | undefined, settings: unknown): boolean {
  try {
    return Boolean(kind?.openPushes?.(settings))
  } catch (error) {
    if (error instanceof SettingsProblem) return false
    throw error
  }
}

const nobodys = makeSecret()

/** Takes as long wherever they differ, and for carriers that do not exist. */
export function isReceiptSecret(given: string, secret: string | undefined): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret ?? nobodys, 'buffer'))
}
