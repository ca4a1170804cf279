/**
 * The account API has snake_case names, like the specification; TypeScript has camelCase names. Server, dashboard and
 * command line convert them here, at the edge.
 */

/**
 * Properties with keys that are not ours: names that users choose, languages, and objects in the form of a chat
 * service. Their keys stay unchanged.
 */
const freeMaps: readonly string[] = [
  'fields',
  'variables',
  'headers',
  'texts',
  'templateLanguages',
  'components',
  'interactive',
]

export const isFreeMap = (name: string): boolean => freeMaps.includes(fromWireName(name))

export const toWireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const fromWireName = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Renames all properties for the wire. */
export const toWire = (value: unknown): unknown => renamed(value, toWireName)

/** Renames all properties from the wire. */
export const fromWire = (value: unknown): unknown => renamed(value, fromWireName)

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [rename(name), isFreeMap(name) ? item : renamed(item, rename)]),
  )
}
