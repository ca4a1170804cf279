import { isSoundJson, JSON_DEPTH_MAX } from '../../values/json.ts'

/** Integers with fewer digits are exact as a double. */
const longDigits = 16
const quote = 34
const minus = 45
const backslash = 92

/**
 * JSON.parse, except that integers beyond 2^53 become bigints, with all their digits. Integers of more than 64 digits,
 * and numbers that are written with a fraction or an exponent, stay numbers.
 *
 * Almost no body has a long integer, so only a body with many digits in a row is parsed twice. A reviver that looks at
 * the source of numbers would do the same in ten times the time and memory.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!hasLongRun(text)) return value
  const marked = markLongIntegers(text)
  // A string that begins with the mark (NUL) could be taken for an integer. The caller rejects values with NUL.
  if (marked === text || !isSoundJson(value)) return value
  return restoreIntegers(JSON.parse(marked), 0)
}

/** Checks every 16th character: a run of 16 digits must cover one. */
function hasLongRun(text: string): boolean {
  for (let at = longDigits - 1; at < text.length; at += longDigits) {
    if (!isDigit(text.charCodeAt(at))) continue
    let first = at
    let end = at + 1
    while (end - first < longDigits && isDigit(text.charCodeAt(end))) end += 1
    while (end - first < longDigits && isDigit(text.charCodeAt(first - 1))) first -= 1
    if (end - first === longDigits) return true
    at = end
  }
  return false
}

/** PostgreSQL stores no strings with NUL, so this distinguishes marked integers from strings of digits. */
const mark = '\0'
const markWritten = '\\u0000'

/** Replaces integers beyond 2^53 by marked strings. Expects valid JSON. */
function markLongIntegers(text: string): string {
  const parts: string[] = []
  let copied = 0
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === minus || isDigit(code)) {
      const end = endOfNumber(text, at)
      if (end - at >= longDigits && isLongInteger(text.slice(at, end))) {
        parts.push(text.slice(copied, at), `"${markWritten}`, text.slice(at, end), '"')
        copied = end
      }
      at = end
    } else at += 1
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(copied)
}

const isLongInteger = (written: string) => /^-?\d{16,64}$/.test(written) && !Number.isSafeInteger(Number(written))

/** Changes lists and objects in place, down to the maximum depth of a body. */
function restoreIntegers(value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return value.startsWith(mark) && isLongInteger(value.slice(1)) ? BigInt(value.slice(1)) : value
  if (typeof value !== 'object' || value === null || depth === JSON_DEPTH_MAX) return value
  const fields = value as Record<string, unknown>
  for (const key of Object.keys(fields)) {
    const inner = fields[key]
    if (typeof inner === 'string' || typeof inner === 'object') fields[key] = restoreIntegers(inner, depth + 1)
  }
  return value
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) at += code === backslash ? 2 : 1
  return at + 1
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1
  while (isOfNumber(text.charCodeAt(at))) at += 1
  return at
}

const isDigit = (code: number) => code >= 48 && code <= 57
/** Digits, and `.eE+-`. */
const isOfNumber = (code: number) =>
  isDigit(code) || code === 46 || code === 101 || code === 69 || code === 43 || code === minus
