import { isObject } from './json.ts'

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
