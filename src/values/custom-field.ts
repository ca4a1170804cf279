import { isSoundText } from './json.ts'
import { parseDay } from './time.ts'

/** Custom fields of contacts: keys, types and values. */

export const fieldTypes = ['text', 'number', 'date', 'choice'] as const
export type FieldType = (typeof fieldTypes)[number]

/** A day is yyyy-mm-dd. */
export type FieldValue = string | number

/** Values by the key of their field. Fields without a value are missing. */
export type FieldValues = Readonly<Record<string, FieldValue>>

export interface FieldDefinition {
  readonly key: string
  readonly name: string
  readonly type: FieldType
  /** Empty unless the type is choice. */
  readonly choices: readonly string[]
}

export const fieldsMax = 50
export const fieldNameLengthMax = 100
export const valueLengthMax = 200
export const choicesMax = 100
/** As long as the name of a placeholder. */
export const keyLengthMax = 32
/** Numbers up to here have no rounding errors at four decimals. */
export const numberMax = 1e11
const decimalsMax = 4

const keyPattern = /^[a-z][a-z0-9_]*$/

export const isFieldKey = (text: string) => text.length <= keyLengthMax && keyPattern.test(text)

/** The key of a name: `Loyalty points` is `loyalty_points`. A name without Latin letters is `field`. */
export function keyOfName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const key = words.join('_').replace(/^[0-9_]+/, '')
  return key.slice(0, keyLengthMax).replace(/_+$/, '') || 'field'
}

/** The first free key for a name: `points`, `points_2`, … */
export function freeKeyOf(name: string, isTaken: (key: string) => boolean): string {
  const key = keyOfName(name)
  if (!isTaken(key)) return key
  for (let count = 2; ; count += 1) {
    const suffix = `_${count}`
    const other = key.slice(0, keyLengthMax - suffix.length) + suffix
    if (!isTaken(other)) return other
  }
}

/** A value, or the reason why it is invalid. Null stands for no value. */
export type ReadValue = { readonly value: FieldValue | null } | { readonly fault: string }

/** Reads a value of JSON. Null and empty texts remove the value. */
export function readValue(field: FieldDefinition, given: unknown): ReadValue {
  if (given === null || (typeof given === 'string' && given.trim() === '')) return { value: null }
  if (typeof given === 'number' && field.type === 'number')
    return isPlainNumber(given) ? { value: given } : { fault: numberWanted }
  if (typeof given !== 'string' || !isSoundText(given))
    return { fault: field.type === 'number' ? numberWanted : 'must be text' }
  return readText(field, given.trim())
}

/** The character before the decimals of a number. */
export const decimalMarks = ['point', 'comma'] as const
export type DecimalMark = (typeof decimalMarks)[number]

/** Reads a cell of a file, in which a day may also be d/m/yyyy. An empty cell has no value. */
export function readCell(field: FieldDefinition, cell: string, mark: DecimalMark = 'point'): ReadValue {
  if (field.type === 'number') return readValue(field, parseNumberCell(cell, mark) ?? cell)
  return readValue(field, field.type === 'date' ? isoDay(cell.trim()) : cell)
}

function readText({ type, choices }: FieldDefinition, text: string): ReadValue {
  if (type === 'number') {
    const value = parseNumber(text, 'point')
    return value === null ? { fault: numberWanted } : { value }
  }
  if (type === 'date') return parseDay(text) === null ? { fault: 'must be a date, as YYYY-MM-DD' } : { value: text }
  if (type === 'choice') {
    const choice = choices.find((one) => one === text) ?? choices.find((one) => isSame(one, text))
    return choice === undefined ? { fault: `must be one of ${shorten(choices)}` } : { value: choice }
  }
  return text.length > valueLengthMax ? { fault: `must have at most ${valueLengthMax} characters` } : { value: text }
}

export const numberWanted = `must be a number, such as 1250 or 12.5, with at most ${decimalsMax} decimals and up to 100,000,000,000`

const isPlainNumber = (value: number) =>
  Math.abs(value) <= numberMax && Number(value.toFixed(decimalsMax)) === value && !Object.is(value, -0)

/** Digits, which may be in groups of three, and decimals. */
const numberForms = {
  point: {
    pattern: /^-?(?:\d+|\d{1,3}(?:([ ,\u00A0\u202F])\d{3})(?:\1\d{3})*)(?:\.\d+)?$/,
    group: /[ ,\u00A0\u202F]/g,
  },
  comma: { pattern: /^-?(?:\d+|\d{1,3}(?:([ .\u00A0\u202F])\d{3})(?:\1\d{3})*)(?:,\d+)?$/, group: /[ .\u00A0\u202F]/g },
} as const

function parseNumber(text: string, mark: DecimalMark): number | null {
  const { pattern, group } = numberForms[mark]
  if (!pattern.test(text)) return null
  const value = Number(text.replace(group, '').replace(',', '.'))
  return isPlainNumber(value) ? value : null
}

/** The mark decides about 1.250 and 1,250. Other numbers can be read in one way only. */
export const parseNumberCell = (cell: string, mark: DecimalMark): number | null =>
  parseNumber(cell.trim(), mark) ?? parseNumber(cell.trim(), mark === 'point' ? 'comma' : 'point')

/** The mark of a column: that of a cell that can be read with one mark only, otherwise `usual`. */
export function guessMark(cells: readonly string[], usual: DecimalMark): DecimalMark {
  const isOnly = (mark: DecimalMark) =>
    cells.some((cell) => decimalMarks.every((one) => (parseNumber(cell.trim(), one) !== null) === (one === mark)))
  const [hasPoint, hasComma] = [isOnly('point'), isOnly('comma')]
  return hasPoint === hasComma ? usual : hasPoint ? 'point' : 'comma'
}

/** Writes d/m/yyyy as yyyy-mm-dd. Other texts stay unchanged. */
export function isoDay(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const choicesShownMax = 10

const shorten = (choices: readonly string[]) =>
  [...choices.slice(0, choicesShownMax), ...(choices.length > choicesShownMax ? ['…'] : [])].join(', ')

/** The value as it appears in a message or a file. */
export const textOfValue = (value: FieldValue) => String(value)

/**
 * Guesses the type of a column from its cells. Digits with a leading zero, such as codes and local phone numbers, are
 * text.
 */
export function guessType(cells: readonly string[]): 'text' | 'number' | 'date' {
  const given = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (given.length === 0) return 'text'
  if (given.every((cell) => parseNumberCell(cell, 'point') !== null && !/^-?0\d/.test(cell))) return 'number'
  return given.every((cell) => parseDay(isoDay(cell)) !== null) ? 'date' : 'text'
}
