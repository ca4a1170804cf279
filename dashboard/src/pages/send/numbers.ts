import { findDelimiter, readCell } from '../../../../src/values/csv.ts'

import { placeholderOfColumn } from '../../../../src/values/placeholders.ts'
import { parseRecords } from '../../parts/csv.ts'
import { isNumber } from '../../parts/numbers.ts'

/** Reads phone numbers from pasted text and from files. The server reads them for the country of the account. */

/** Splits at any separator that no number contains. */
export function readNumbers(text: string): string[] {
  return text
    .split(/[\n\r,;\t|]+/)
    .map(cleanNumber)
    .filter((number) => number !== '')
}

const cleanNumber = (text: string) => text.replace(/['"]/g, '').trim()

const isNamedLikeNumbers = (cell: string) =>
  headings.some((heading) => cell.toLowerCase().replaceAll(/[ -]/g, '_').includes(heading))

const headings = ['mob_no', 'mobile', 'phone', 'msisdn', 'number', 'dest_addr', 'telephone', 'tel', 'simu']

export interface NumberFile {
  readonly name: string
  readonly recipients: readonly {
    readonly number: string
    /** The values of the columns. */
    readonly values: readonly string[]
  }[]
  /** The name of the column with the numbers, or its position in a file without a header. */
  readonly column: string | number
  /** The other columns that the text can name. */
  readonly columns: readonly { readonly key: string; readonly name: string }[]
}

/** Of the columns named like phone numbers, or else of all, picks the one with the most of them. Null without any. */
export function readNumberFile(name: string, text: string): NumberFile | null {
  const clean = text.replace(/^\uFEFF/, '')
  const rows = parseRecords(clean, findDelimiter(clean))
  const [head = []] = rows
  const isHead = !head.some(isNumber)
  const body = isHead ? rows.slice(1) : rows
  const sample = body.slice(0, 100)
  const found = head.map((_, place) => sample.filter((row) => isNumber(row[place] ?? '')).length)
  const named = isHead ? [...head.keys()].filter((place) => isNamedLikeNumbers(head[place] ?? '')) : []
  const places = named.length > 0 ? named : [...head.keys()]
  const place = places.reduce((best, one) => ((found[one] ?? 0) > (found[best] ?? 0) ? one : best), places[0] ?? -1)
  if (place < 0 || (named.length === 0 && found[place] === 0)) return null
  const columns = isHead ? columnsOf(head, place) : []
  const recipients = body
    .map((row) => ({
      number: cleanNumber(row[place] ?? ''),
      values: columns.map((column) => readCell(row[column.place])),
    }))
    .filter(({ number }) => number !== '')
  if (recipients.length === 0) return null
  return {
    name,
    recipients,
    column: isHead ? (head[place]?.trim() ?? '') : place + 1,
    columns: columns.map((column) => ({ key: column.key, name: column.name })),
  }
}

/** Of columns with the same placeholder, the first. */
function columnsOf(head: readonly string[], phonePlace: number) {
  const columns = new Map<string, { readonly key: string; readonly name: string; readonly place: number }>()
  for (const [place, name] of head.entries()) {
    const key = placeholderOfColumn(name)
    if (place !== phonePlace && key !== null && !columns.has(key)) columns.set(key, { key, name: name.trim(), place })
  }
  return [...columns.values()]
}
