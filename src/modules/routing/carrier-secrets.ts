import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { SealedColumn } from '../../engine/secrets/index.ts'
import { isObject } from '../../values/json.ts'
import type { StoredCarrier } from './store.ts'

/**
 * The secrets of a carrier by name. They are sealed with the carrier's name, so they cannot be moved to the row of
 * another carrier.
 */
export type CarrierSecrets = Readonly<Record<string, string>>

const use = 'carrier'

export const sealSecrets = ({ secrets }: Pick<Context, 'secrets'>, name: string, values: CarrierSecrets): Buffer =>
  secrets.seal(use, JSON.stringify(values), name)

export const openSecrets = (
  { secrets }: Pick<Context, 'secrets'>,
  { name, secrets: sealed }: Pick<StoredCarrier, 'name' | 'secrets'>,
): CarrierSecrets => JSON.parse(secrets.open(use, sealed, name))

/** Null when they cannot be decrypted and have to be set again. */
export function readSecretsOf(
  { secrets }: Pick<Context, 'secrets'>,
  { name, secrets: sealed }: Pick<StoredCarrier, 'name' | 'secrets'>,
): CarrierSecrets | null {
  const text = secrets.read(use, sealed, name)
  return text === null ? null : JSON.parse(text)
}

export const sealedCarriers: readonly SealedColumn[] = [
  {
    table: 'routing_carriers',
    column: 'secrets',
    key: 'name',
    keyType: 'text',
    use,
    reads: [],
    bound: ({ key }) => key,
    examined: {
      only: sql`true`,
      name: ({ key }) => `carrier ${key}`,
      repair: ({ key }) => `ngoma carrier change ${key} --password-file FILE`,
    },
  },
]

const secretNames = 'auth|key|pass|secret|token'
const secretName = new RegExp(secretNames, 'i')
/**
 * Matches secrets in forms, queries and JSON text. A match begins only at the start of a word, so a long word is
 * scanned once and not once per letter.
 */
const secretPair = new RegExp(
  `(?<![\\w-])((?=[\\w-]*(?:${secretNames}))[\\w-]+["']?\\s*[=:]\\s*["']?)(?!\\{secrets\\.)[^&"'\\s]+`,
  'gi',
)
const userInfo = /(?<=:\/\/)[^/@\s]+@/g
const hidden = '…'

/**
 * Masks secrets in settings for the audit log. Settings should only name secrets, but an operator may have typed a
 * secret directly.
 */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, name))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutSecrets(one, key)]))
  if (secretName.test(name)) return String(value).includes('{secrets.') ? value : hidden
  return typeof value === 'string' ? value.replace(secretPair, `$1${hidden}`).replace(userInfo, `${hidden}@`) : value
}
