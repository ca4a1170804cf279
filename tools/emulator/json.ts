/** Helpers for JSON that a client sent. */

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null when the text is not a JSON object. */
export function parseFields(text: string | Buffer): Fields | null {
  try {
    const value: unknown = JSON.parse(text.toString())
    return isFields(value) ? value : null
  } catch {
    return null
  }
}
