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

const wireNames = new Map<string, string>()
const namesMax = 10_000

/** Bodies repeat a few names many times; names of unknown fields must not fill the memory. */
function cached(names: Map<string, string>, name: string, rename: (name: string) => string): string {
  const known = names.get(name)
  if (known !== undefined) return known
  const renamedTo = rename(name)
  if (names.size < namesMax) names.set(name, renamedTo)
  return renamedTo
}

export const toWireName = (name: string): string =>
  cached(wireNames, name, (one) => one.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

/** The place of a field in a body, such as `to[0].variables.firstName`. */
export function toWirePath(path: string): string {
  const parts = path.split('.')
  const free = parts.findIndex((part) => isFreeMap(part.replace(/\[.*$/, '')))
  return parts.map((part, place) => (free === -1 || place <= free ? toWireName(part) : part)).join('.')
}

const ownNames = new Map<string, string>()

export const fromWireName = (name: string): string =>
  cached(ownNames, name, (one) => one.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))

const unchanged = (_name: string, value: unknown) => value

/** Renames all properties for the wire. */
export const toWire = (value: unknown): unknown => renamed(value, toWireName, unchanged)

/** Renames all properties from the wire. */
export const fromWire = (value: unknown): unknown => renamed(value, fromWireName, unchanged)

/** Properties with phone numbers, which are stored as digits. */
const phoneNames: readonly string[] = ['phone', 'phone2', 'number', 'to']
const isPhone = /^[1-9]\d{6,14}$/

/**
 * The answer of the account API: phone numbers have a plus, so that nobody can take them for national numbers when they
 * are sent back.
 */
export const toAnswer = (value: unknown): unknown =>
  renamed(value, toWireName, (name, item) =>
    typeof item === 'string' && phoneNames.includes(name) && isPhone.test(item) ? `+${item}` : item,
  )

/** An answer with the names of the contract, and phone numbers as they are stored. */
export const fromAnswer = (value: unknown): unknown =>
  renamed(value, fromWireName, (name, item) =>
    typeof item === 'string' && phoneNames.includes(name) && item.startsWith('+') && isPhone.test(item.slice(1))
      ? item.slice(1)
      : item,
  )

type Change = (name: string, value: unknown) => unknown

/** Values without changes are not copied: a send may have a hundred thousand recipients. */
function renamed(value: unknown, rename: (name: string) => string, change: Change): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => renamed(item, rename, change))
    return items.some((item, place) => item !== value[place]) ? items : value
  }
  let isChanged = false
  const entries = Object.entries(value).map(([name, item]) => {
    const entry = [rename(name), isFreeMap(name) ? item : renamed(change(name, item), rename, change)] as const
    isChanged ||= entry[0] !== name || entry[1] !== item
    return entry
  })
  return isChanged ? Object.fromEntries(entries) : value
}
