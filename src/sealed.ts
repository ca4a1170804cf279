import { type SealedColumn, sealedKeys } from './engine/secrets/index.ts'
import { sealedProviders } from './modules/airtime/index.ts'
import { sealedTokens } from './modules/checkout/index.ts'
import { sealedCarriers } from './modules/routing/index.ts'
import { sealedTexts } from './modules/sms/index.ts'
import { sealedWebhooks } from './modules/webhooks/index.ts'

/** Every column with values that the root secret seals. */
export const sealedColumns: readonly SealedColumn[] = [
  ...sealedCarriers,
  ...sealedProviders,
  ...sealedWebhooks,
  ...sealedTokens,
  ...sealedTexts,
  ...sealedKeys,
]

/** Every use of a key that outlives the root secret: hashes and signatures that are compared with later ones. */
export const lastingUses: readonly string[] = [
  'sign-in',
  'known device',
  'otp',
  'checkout page',
  'checkout form',
  'checkout token hash',
]
