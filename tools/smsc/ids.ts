import type { IdForm } from './forms.ts'

const zerosDigits = 20
let lastId = 0

/**
 * An id that no message had before, also in an earlier process: a process begins with the microsecond of its start, and
 * none hands them out faster than they pass.
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

/** Null for what can't be one of ours. */
export function parseId(text: string, form: IdForm): number | null {
  const isHex = form === 'hex' || form === 'upper-hex'
  if (!(isHex ? /^[0-9a-f]{1,32}$/i : /^\d{1,32}$/).test(text)) return null
  return Number.parseInt(text, isHex ? 16 : 10)
}
