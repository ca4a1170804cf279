import { findDelimiter } from '../../../../src/values/csv.ts'
import { parseRecords } from '../../parts/csv.ts'
import { isNumber } from '../../parts/numbers.ts'
import { t } from '../../text.ts'

/** The start of a file, read in the browser before the upload. */
export interface Preview {
  readonly delimiter: string
  /** The first records, including the row of column names if the file has one. */
  readonly records: readonly (readonly string[])[]
  /** Whether the first row seems to contain column names. */
  readonly hasNames: boolean
  /** The reason why the file can't be imported; null when it can. */
  readonly problem: string | null
  /** Whether the text is not valid UTF-8. */
  readonly hasBrokenLetters: boolean
  /** Length of the byte order mark. */
  readonly markBytes: number
}

const headBytes = 65_536
const recordsMax = 6
/** The server's limit. */
const fileBytesMax = 2 ** 30

export async function readPreview(file: File): Promise<Preview> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  const text = new TextDecoder().decode(bytes, { stream: true })
  const delimiter = findDelimiter(text)
  const records = parseRecords(text, delimiter, recordsMax)
  return {
    delimiter,
    records,
    hasNames: !(records[0] ?? []).some(isNumber),
    problem: problemOf(file, bytes, records.length),
    hasBrokenLetters: text.includes('\uFFFD'),
    markBytes: bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0,
  }
}

function problemOf({ size }: File, [first, second, third]: Uint8Array, count: number): string | null {
  if (first === 0x50 && second === 0x4b && third === 0x03) return t.contacts.newImport.isSpreadsheet
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return t.contacts.newImport.isUtf16
  if (size > fileBytesMax) return t.contacts.newImport.tooLarge
  return count === 0 ? t.contacts.newImport.isEmpty : null
}
