import type { Context } from '../../context.ts'
import type { StoredProvider } from './store-providers.ts'

/**
 * The secrets in the settings of a provider, by name. Bound to the provider, so that they cannot be used in another
 * row.
 */
export type ProviderSecrets = Readonly<Record<string, string>>

const use = 'airtime provider'

export const sealSecrets = ({ secrets }: Pick<Context, 'secrets'>, name: string, values: ProviderSecrets): Buffer =>
  secrets.seal(use, JSON.stringify(values), name)

export const openSecretsOf = (
  { secrets }: Pick<Context, 'secrets'>,
  { name, secrets: sealed }: StoredProvider,
): ProviderSecrets => JSON.parse(secrets.open(use, sealed, name))

/** Null when they cannot be decrypted and must be set again. */
export function readSecretsOf(
  { secrets }: Pick<Context, 'secrets'>,
  { name, secrets: sealed }: StoredProvider,
): ProviderSecrets | null {
  const text = secrets.read(use, sealed, name)
  return text === null ? null : JSON.parse(text)
}
