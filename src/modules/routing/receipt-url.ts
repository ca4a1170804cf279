import { type CarrierKind, type PushedThing, pushPath, receiptSecret, SettingsProblem } from '../../carriers/carrier.ts'
import { readUrlSecret, urlSecretRule } from '../../engine/secrets/index.ts'
import type { CarrierSecrets } from './carrier-secrets.ts'
import type { RoutingBase } from './context.ts'
import type { StoredCarrier } from './store.ts'

/** Paths below this root contain secrets. */
export const receiptRoot = '/carriers/'

/** Adds the secret of the URLs for pushes. */
export function addReceiptSecret(kind: CarrierKind, settings: unknown, secrets: CarrierSecrets): CarrierSecrets {
  const { receipts, messages } = kind.openPushes?.(settings) ?? noPushes
  if (receipts === null && messages === null) return secrets
  const secret = readUrlSecret(secrets[receiptSecret])
  if (secret === null) throw new SettingsProblem(`the secret ${receiptSecret} ${urlSecretRule}`)
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
