/** How deep lists and objects may be nested in each other. A scalar alone has depth 0, an empty object 1. */
export const JSON_DEPTH_MAX = 32

/** Whether it is an object with fields, and neither a list nor null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Clients that fill in every field write null, or an empty text, for what they don't know. */
export const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/**
 * Whether what JSON.parse returned can be stored and shown: PostgreSQL takes no NUL in a text, and UTF-8 has no lone
 * surrogate. It stops at the first bad thing, so that it recurses no deeper than the limit however deep the value is.
 */
export function isSoundJson(value: unknown): boolean {
  return isSoundAt(value, 0)
}

function isSoundAt(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isSoundText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === JSON_DEPTH_MAX) return false

  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) if (!isSoundAt(value[i], depth + 1)) return false
    return true
  }
  for (const key of Object.keys(value)) {
    if (!isSoundText(key) || !isSoundAt((value as Record<string, unknown>)[key], depth + 1)) return false
  }
  return true
}

/** Whether the database could be given it. */
export function isSoundText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
