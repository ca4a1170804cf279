import { findDelimiter } from '../../../../src/values/csv-header.ts'
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

const headings = ['mob_no', 'mobile', 'phone', 'msisdn', 'number', 'dest_addr', 'telephone', 'tel', 'simu']

export interface NumberFile {
  readonly name: string
  readonly numbers: readonly string[]
  /** The name of the column with the numbers, or its position in a file without a header. */
  readonly column: string | number
}

/** Picks the column named like phone numbers, or else the one with the most of them. Null without any. */
export function readNumberFile(name: string, text: string): NumberFile | null {
  const clean = text.replace(/^\uFEFF/, '')
  const rows = parseRecords(clean, findDelimiter(clean))
  const [head = []] = rows
  const isHead = !head.some(isNumber)
  const named = isHead
    ? head.findIndex((cell) =>
        headings.some((heading) => cell.toLowerCase().replaceAll(/[ -]/g, '_').includes(heading)),
      )
    : -1
  const body = isHead ? rows.slice(1) : rows
  const sample = body.slice(0, 100)
  const likeliest = head.map((_, place) => sample.filter((row) => isNumber(row[place] ?? '')).length)
  const place = named >= 0 ? named : likeliest.indexOf(Math.max(...likeliest))
  if (place < 0 || (named < 0 && (likeliest[place] ?? 0) === 0)) return null
  const numbers = body.map((row) => cleanNumber(row[place] ?? '')).filter((number) => number !== '')
  return numbers.length === 0 ? null : { name, numbers, column: isHead ? (head[place]?.trim() ?? '') : place + 1 }
}
