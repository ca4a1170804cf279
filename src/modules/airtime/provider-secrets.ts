import type { Context } from '../../context.ts'
import type { StoredProvider } from './store-providers.ts'

/**
 * What is secret in the settings of a provider, by name. It is bound to the provider's name, so that one's can't be put
 * into another's row.
 */
export type ProviderSecrets = Readonly<Record<string, string>>

const use = 'airtime provider'

export const sealSecrets = ({ secrets }: Pick<Context, 'secrets'>, name: string, values: ProviderSecrets): Buffer =>
  secrets.seal(use, JSON.stringify(values), name)

export const openSecretsOf = (
  { secrets }: Pick<Context, 'secrets'>,
  { name, secrets: sealed }: StoredProvider,
): ProviderSecrets => JSON.parse(secrets.open(use, sealed, name))
