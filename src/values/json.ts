/** Maximum nesting of lists and objects. A scalar has depth 0, an empty object 1. */
export const JSON_DEPTH_MAX = 32

/** True for objects, but not for arrays and null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Many clients send null or an empty string for missing values. */
export const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/**
 * Whether a parsed value can be stored: PostgreSQL rejects NUL, and UTF-8 has no lone surrogates. Stops at the depth
 * limit, so that the recursion is bounded.
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

/** Whether the recursion over a parsed value is bounded. Its texts may be unsound. */
export function isShallowJson(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth < JSON_DEPTH_MAX && Object.values(value).every((one) => isShallowJson(one, depth + 1))
}

/** Whether PostgreSQL can store the text. */
export function isSoundText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
