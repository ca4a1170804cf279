import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { SettingsProblem } from '../../carriers/carrier.ts'
import { callbackSecret } from '../../carriers/provider-kind.ts'
import type { Context } from '../../context.ts'
import type { SealedColumn } from '../../engine/secrets/index.ts'
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

/** Operators can set the secret, to keep a URL that the provider already uses. */
const secretShape = /^[A-Za-z0-9_-]{16,200}$/

const makeSecret = () => randomBytes(24).toString('base64url')

/** Adds the secret of the callback URL. Without one, anyone who guesses the URL could report payments. */
export function addCallbackSecret(secrets: ProviderSecrets): ProviderSecrets {
  const secret = secrets[callbackSecret] ?? makeSecret()
  if (!secretShape.test(secret))
    throw new SettingsProblem(`the secret ${callbackSecret} must be 16 to 200 letters, digits, dashes and underscores`)
  return { ...secrets, [callbackSecret]: secret }
}

const unusedSecret = makeSecret()

/** Takes the same time for any difference, and for unknown providers. */
export const isCallbackSecret = (given: string, secret: string | undefined): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret ?? unusedSecret, 'buffer')) &&
  secret !== undefined
