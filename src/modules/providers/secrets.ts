import { sql } from 'kysely'
import { SettingsProblem } from '../../carriers/carrier.ts'
import { callbackSecret } from '../../carriers/provider-kind.ts'
import type { Context } from '../../context.ts'
import { readUrlSecret, type SealedColumn, urlSecretRule } from '../../engine/secrets/index.ts'
import type { StoredProvider } from './store.ts'

/** The secrets in the settings of a provider, by name. Sealed with the provider's name, so they fit no other row. */
export type ProviderSecrets = Readonly<Record<string, string>>

/** The name that earlier versions use for airtime. */
const use = 'airtime provider'

type Sealing = Pick<Context, 'secrets'>

export const sealSecrets = ({ secrets }: Sealing, name: string, values: ProviderSecrets): Buffer =>
  secrets.seal(use, JSON.stringify(values), name)

export const openSecrets = (
  { secrets }: Sealing,
  { name, secrets: sealed }: Pick<StoredProvider, 'name' | 'secrets'>,
): ProviderSecrets => JSON.parse(secrets.open(use, sealed, name))

/** Null when they cannot be decrypted and must be set again. */
export function readSecrets(
  { secrets }: Sealing,
  { name, secrets: sealed }: Pick<StoredProvider, 'name' | 'secrets'>,
): ProviderSecrets | null {
  const text = secrets.read(use, sealed, name)
  return text === null ? null : JSON.parse(text)
}

export const sealedProviders: readonly SealedColumn[] = [
  {
    table: 'providers',
    column: 'secrets',
    key: 'name',
    keyType: 'text',
    use,
    reads: ['product'],
    bound: ({ key }) => key,
    examined: {
      only: sql`true`,
      name: ({ key, product }) => `${product} provider ${key}`,
      repair: ({ key, product }) => `ngoma provider set ${key} --product ${product} --file FILE, with its secrets`,
    },
  },
]

/** Adds the secret of the callback URL. */
export function addCallbackSecret(secrets: ProviderSecrets): ProviderSecrets {
  const secret = readUrlSecret(secrets[callbackSecret])
  if (secret === null) throw new SettingsProblem(`the secret ${callbackSecret} ${urlSecretRule}`)
  return { ...secrets, [callbackSecret]: secret }
}
