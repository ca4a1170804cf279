/** Parses an id from a path, query or body. Ids are below 2^53; invalid text returns null instead of an error. */
export function parseId(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value))
    ? Number(value)
    : null
}

/** Parses an id from JSON, where it may also be a number. */
export const parseJsonId = (value: unknown) => parseId(typeof value === 'number' ? String(value) : value)
