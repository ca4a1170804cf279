import type { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { findDelimiter, hasFirstLine } from '../../values/csv-header.ts'
import { fileSpreadsheet, fileTooLarge, fileUtf16, quoteOpen, rowTooLong } from './errors.ts'

/** What came of a file in one go. */
interface CsvPart {
  readonly records: readonly (readonly string[])[]
  /** Read so far. */
  readonly bytes: number
}

interface CsvLimits {
  readonly bytesMax: number
  readonly recordCharactersMax: number
}

/**
 * Reads a file as it comes, and never more of it than one part ahead: whoever asks for the next part when it is done
 * with one slows down the sender. The first record is the header. Lines without anything in them are none. The source
 * is left open when reading it ends early, because an answer may still have to go back over the same connection.
 */
export async function* readCsv(
  source: Readable,
  { bytesMax, recordCharactersMax }: CsvLimits,
): AsyncGenerator<CsvPart> {
  let parser: ReturnType<typeof parse> | null = null
  let head = Buffer.alloc(0)
  let bytes = 0
  let count = 0

  function take(chunk: Buffer | null): string[][] {
    const from = parser ?? begin()
    if (chunk === null) from.end()
    else from.write(chunk)
    const records: string[][] = []
    for (let record = from.read(); record !== null; record = from.read()) if (hasContent(record)) records.push(record)
    count += records.length
    if (from.errored) throw refusalOf(from.errored, count, recordCharactersMax)
    return records
  }

  function begin() {
    const text = head.toString().replace(/^\uFEFF/, '')
    parser = parse({
      bom: true,
      delimiter: findDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // People write 5" and "Asha" M. without doubling their quotes.
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: recordCharactersMax,
    })
    // What is wrong is looked for after every part; without a listener it would end the program.
    parser.on('error', () => {})
    return parser
  }

  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesMax) throw fileTooLarge(bytesMax)
    if (parser !== null) {
      yield { records: take(chunk), bytes }
      continue
    }
    head = Buffer.concat([head, chunk])
    refuseOtherFormats(head)
    if (hasFirstLine(head.toString()) || head.length > recordCharactersMax) yield { records: take(head), bytes }
  }
  // A file of one line is all head.
  if (parser === null) yield { records: take(head), bytes }
  yield { records: take(null), bytes }
}

/** Spreadsheets leave rows of nothing but delimiters at the end of a file. */
const hasContent = (record: readonly string[]) => record.some((cell) => cell.trim() !== '')

function refuseOtherFormats(head: Buffer): void {
  const [first, second] = head
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) throw fileUtf16()
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) throw fileSpreadsheet()
}

/** The header is a record too, so as many as were read are the rows up to the bad one. */
function refusalOf(error: Error, row: number, recordCharactersMax: number): Error {
  const { code } = error as CsvError
  if (code === 'CSV_MAX_RECORD_SIZE') return rowTooLong(row, recordCharactersMax)
  return code === 'CSV_QUOTE_NOT_CLOSED' ? quoteOpen(row) : error
}
