import type { IdForm } from './forms.ts'

const zerosDigits = 20
let lastId = 0

/**
 * Returns an id that is unique across restarts: ids start with the start time in microseconds and are used up more
 * slowly than time passes.
 */
export function nextId(): number {
  if (lastId === 0) lastId = Date.now() * 1_000
  lastId += 1
  return lastId
}

export function writeId(id: number, form: IdForm): string {
  if (form === 'hex') return id.toString(16)
  if (form === 'upper-hex') return id.toString(16).toUpperCase()
  const text = String(id)
  return form === 'zeros' ? text.padStart(zerosDigits, '0') : text
}

/** Returns null for invalid ids. */
export function parseId(text: string, form: IdForm): number | null {
  const isHex = form === 'hex' || form === 'upper-hex'
  if (!(isHex ? /^[0-9a-f]{1,32}$/i : /^\d{1,32}$/).test(text)) return null
  return Number.parseInt(text, isHex ? 16 : 10)
}
