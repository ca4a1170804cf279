import type { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { findDelimiter, hasFirstLine } from '../../values/csv.ts'
import { refuse } from '../../values/refusal.ts'

interface CsvPart {
  readonly records: readonly (readonly string[])[]
  /** Total number of bytes read. */
  readonly bytes: number
  /** The character between two cells. */
  readonly delimiter: string
}

interface CsvLimits {
  readonly bytesMax: number
  readonly recordCharactersMax: number
}

/**
 * Streaming CSV reader. Reads at most one part ahead, so that a slow consumer slows down the sender. The first record
 * is the header; empty lines are skipped. The source stays open when reading ends early, because the response goes back
 * over the same connection.
 */
export async function* readCsv(
  source: Readable,
  { bytesMax, recordCharactersMax }: CsvLimits,
): AsyncGenerator<CsvPart> {
  let parser: ReturnType<typeof parse> | null = null
  let head = Buffer.alloc(0)
  let bytes = 0
  let count = 0
  let delimiter = ''

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
    delimiter = findDelimiter(text)
    parser = parse({
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Accept unescaped quotes such as 5" and "Asha" M.
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: recordCharactersMax,
    })
    // Errors are checked after every part. Without a listener the event would end the process.
    parser.on('error', () => {})
    return parser
  }

  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesMax) throw tooLarge(`is larger than ${bytesMax / 2 ** 20} MiB`)
    if (parser !== null) {
      yield { records: take(chunk), bytes, delimiter }
      continue
    }
    head = Buffer.concat([head, chunk])
    refuseOtherFormats(head)
    if (hasFirstLine(head.toString()) || head.length > recordCharactersMax)
      yield { records: take(head), bytes, delimiter }
  }
  // The file has only one line.
  if (parser === null) yield { records: take(head), bytes, delimiter }
  yield { records: take(null), bytes, delimiter }
}

/** Spreadsheets often append rows that contain only delimiters. */
const hasContent = (record: readonly string[]) => record.some((cell) => cell.trim() !== '')

function refuseOtherFormats(head: Buffer): void {
  const [first, second] = head
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) throw refuse('file_not_utf8')
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) throw refuse('file_is_spreadsheet')
}

/** The header counts as a record, so the number of records read is the number of the bad row. */
function refusalOf(error: Error, row: number, recordCharactersMax: number): Error {
  const { code } = error as CsvError
  if (code === 'CSV_MAX_RECORD_SIZE')
    return refuse('invalid_file', {
      detail: `${row === 0 ? 'The header' : `Row ${row}`} is longer than ${recordCharactersMax.toLocaleString('en')} characters.`,
      hint: 'check for a missing closing quote',
    })
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return refuse('invalid_file', {
      detail: `A quote in ${row === 0 ? 'the header' : `row ${row}`} is never closed.`,
      hint: 'add the closing quote; write a quote inside a text as two quotes',
    })
  return error
}

const tooLarge = (why: string) =>
  refuse('body_too_large', { detail: `The file ${why}.`, hint: 'split the file into smaller ones' })

export const tooManyRows = (rowsMax: number) => tooLarge(`has more than ${rowsMax.toLocaleString('en')} rows`)
