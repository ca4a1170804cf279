/**
 * Reads an id from a path, a query or a body. Ids are below 2^53; anything else is an id that does not exist, and never
 * a fault.
 */
export function parseId(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value))
    ? Number(value)
    : null
}

/** Reads an id from JSON, where it may also be a number. */
export const parseJsonId = (value: unknown) => parseId(typeof value === 'number' ? String(value) : value)
