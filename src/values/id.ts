/** Parses an id from a path, query or body. Ids are below 2^53; invalid text returns null instead of an error. */
export function parseId(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value))
    ? Number(value)
    : null
}

/** Parses an id from JSON, where it may also be a number. */
export const parseJsonId = (value: unknown) => parseId(typeof value === 'number' ? String(value) : value)

/** The key of an item in a list by ids. Keys are compared as text. */
export const idKeyOf = ({ id }: { readonly id: number }): string => String(id).padStart(16, '0')

/** Maximum length of an Idempotency-Key, and how long its answer is kept. */
export const keyLengthMax = 255
export const keyHoursKept = 24
