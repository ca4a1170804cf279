import { type SealedColumn, sealedKeys } from './engine/secrets/index.ts'
import { sealedChats } from './modules/chat/index.ts'
import { sealedTokens } from './modules/checkout/index.ts'
import { sealedPins } from './modules/otp/index.ts'
import { sealedErasures } from './modules/person/index.ts'
import { sealedProviders } from './modules/providers/index.ts'
import { sealedCarriers } from './modules/routing/index.ts'
import { sealedSmpp } from './modules/smpp/index.ts'
import { sealedTexts } from './modules/sms/index.ts'
import { sealedWebhooks } from './modules/webhooks/index.ts'

/** All columns with values that are encrypted with the root secret. */
export const sealedColumns: readonly SealedColumn[] = [
  ...sealedCarriers,
  ...sealedProviders,
  ...sealedWebhooks,
  ...sealedTokens,
  ...sealedTexts,
  ...sealedPins,
  ...sealedChats,
  ...sealedErasures,
  ...sealedSmpp,
  ...sealedKeys,
]

/**
 * Uses of keys that must survive a rotation of the root secret, because their hashes and signatures are compared later.
 */
export const lastingUses: readonly string[] = [
  'sign-in',
  'known device',
  'otp',
  'checkout page',
  'checkout form',
  'checkout token hash',
  'erasure hash',
]
