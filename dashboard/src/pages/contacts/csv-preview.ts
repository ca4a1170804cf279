import { findDelimiter } from '../../../../src/values/csv-header.ts'
import { parseRecords } from '../../parts/csv.ts'
import { looksLikeNumber } from '../../parts/numbers.ts'

/** The beginning of a file, looked at before it is sent anywhere. */
export interface Preview {
  readonly delimiter: string
  /** The first ones, with the names of the columns where there are any. */
  readonly records: readonly (readonly string[])[]
  /** Whether the first line has the names of the columns, as far as that can be guessed. */
  readonly hasNames: boolean
  /** Why it can't be taken at all, in words. */
  readonly problem: string | null
  /** Whether letters got lost when it was saved. */
  readonly hasBrokenLetters: boolean
  /** Bytes before the text: the mark that some programs put there. */
  readonly markBytes: number
}

const headBytes = 65_536
const recordsMax = 6
/** What the server takes. */
const fileBytesMax = 2 ** 30

export async function readPreview(file: File): Promise<Preview> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  const text = new TextDecoder().decode(bytes, { stream: true })
  const delimiter = findDelimiter(text)
  const records = parseRecords(text, delimiter, recordsMax)
  return {
    delimiter,
    records,
    hasNames: !(records[0] ?? []).some(looksLikeNumber),
    problem: problemOf(file, bytes, records.length),
    hasBrokenLetters: text.includes('\uFFFD'),
    markBytes: bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0,
  }
}

function problemOf({ size }: File, [first, second, third]: Uint8Array, count: number): string | null {
  if (first === 0x50 && second === 0x4b && third === 0x03)
    return 'This is a spreadsheet. Open it, and save it as “CSV UTF-8”; then choose that file.'
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return 'The file is in UTF-16. Save it as “CSV UTF-8” and choose it again.'
  if (size > fileBytesMax) return 'The file is larger than 1 GB. Split it, and import the pieces one after the other.'
  return count === 0 ? 'The file is empty.' : null
}
