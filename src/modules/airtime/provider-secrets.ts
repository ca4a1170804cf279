import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { StoredProvider } from './store-providers.ts'

/** What is secret in the settings of a provider, by name. It is bound to the provider's name, so that one's can't be put into another's row. */
export type ProviderSecrets = Readonly<Record<string, string>>

const use = 'airtime provider'

export function sealSecrets({ secrets }: Pick<Context, 'secrets'>, name: string, values: ProviderSecrets): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secrets.key(use), iv).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(values)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

export function openSecretsOf({ secrets }: Pick<Context, 'secrets'>, { name, secrets: sealed }: StoredProvider): ProviderSecrets {
  const cipher = createDecipheriv('aes-256-gcm', secrets.key(use), sealed.subarray(0, 12)).setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(12, 28))
  return JSON.parse(Buffer.concat([cipher.update(sealed.subarray(28)), cipher.final()]).toString())
}
