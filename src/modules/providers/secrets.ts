import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { SealedColumn } from '../../engine/secrets/index.ts'
import type { StoredProvider } from './store.ts'

/** The secrets in the settings of a provider, by name. Sealed with the provider's name, so they fit no other row. */
export type ProviderSecrets = Readonly<Record<string, string>>

/** Sealed values depend on these texts, so they never change. */
const sealedAs = (product: unknown) => (product === 'sms' ? 'carrier' : 'airtime provider')

type Sealing = Pick<Context, 'secrets'>
type Named = Pick<StoredProvider, 'product' | 'name'>

export const sealSecrets = ({ secrets }: Sealing, { product, name }: Named, values: ProviderSecrets): Buffer =>
  secrets.seal(sealedAs(product), JSON.stringify(values), name)

export const openSecrets = (
  { secrets }: Sealing,
  { product, name, secrets: sealed }: Named & Pick<StoredProvider, 'secrets'>,
): ProviderSecrets => JSON.parse(secrets.open(sealedAs(product), sealed, name))

/** Null when they cannot be decrypted and must be set again. */
export function readSecrets(
  { secrets }: Sealing,
  { product, name, secrets: sealed }: Named & Pick<StoredProvider, 'secrets'>,
): ProviderSecrets | null {
  const text = secrets.read(sealedAs(product), sealed, name)
  return text === null ? null : JSON.parse(text)
}

export const sealedProviders: readonly SealedColumn[] = [
  {
    table: 'providers',
    column: 'secrets',
    key: 'name',
    keyType: 'text',
    use: ({ product }) => sealedAs(product),
    reads: ['product'],
    bound: ({ key }) => key,
    examined: {
      only: sql`true`,
      name: ({ key, product }) => (product === 'sms' ? `carrier ${key}` : `${product} provider ${key}`),
      repair: ({ key }) => `ngoma provider set ${key} --secret NAME=FILE, for each of its secrets`,
    },
  },
]
