import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type CarrierKind, type PushedThing, pushPath, receiptSecret, SettingsProblem } from '../../carriers/carrier.ts'
import type { CarrierSecrets } from './carrier-secrets.ts'
import type { RoutingBase } from './context.ts'
import type { StoredCarrier } from './store.ts'

/** Paths below this root contain secrets. */
export const receiptRoot = '/carriers/'

/** Operators can set the secret, to keep a URL that the provider already uses. */
const secretShape = /^[A-Za-z0-9_-]{16,200}$/

const makeSecret = () => randomBytes(24).toString('base64url')

/** Adds the secret of the URLs for pushes. Without one, anyone who guesses a URL could forge receipts and messages. */
export function addReceiptSecret(kind: CarrierKind, settings: unknown, secrets: CarrierSecrets): CarrierSecrets {
  const { receipts, messages } = kind.openPushes?.(settings) ?? noPushes
  if (receipts === null && messages === null) return secrets
  const secret = secrets[receiptSecret] ?? makeSecret()
  if (!secretShape.test(secret))
    throw new SettingsProblem(`the secret ${receiptSecret} must be 16 to 200 letters, digits, dashes and underscores`)
  return { ...secrets, [receiptSecret]: secret }
}

const noPushes = { receipts: null, messages: null }

/** Null when the carrier pushes no such things. Without an origin when the public URL is not configured. */
export function pushUrlOf(
  things: PushedThing,
  { kinds, config }: Pick<RoutingBase, 'kinds' | 'config'>,
  carrier: StoredCarrier,
  secrets: CarrierSecrets,
): string | null {
  const secret = secrets[receiptSecret]
  if (secret === undefined || !takesPushes(things, kinds[carrier.kind], carrier.settings)) return null
  return `${config.publicUrl ?? ''}${pushPath(carrier.name, things, secret)}`
}

/** Settings that an earlier version accepted may be invalid now. */
function takesPushes(things: PushedThing, kind: CarrierKind | undefined, settings: unknown): boolean {
  try {
    return Boolean(kind?.openPushes?.(settings)[things])
  } catch (error) {
    if (error instanceof SettingsProblem) return false
    throw error
  }
}

const unusedSecret = makeSecret()

/** Takes the same time for any difference, and for unknown carriers. */
export function isReceiptSecret(given: string, secret: string | undefined): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret ?? unusedSecret, 'buffer'))
}
