import { Readable } from 'node:stream'
import { csvLine } from '../../values/csv.ts'

/** Rows of one query. Apart from the output buffer, only these are in memory. */
const stepRows = 5_000
const waitingBytesMax = 65_536

interface ExportedList<Row> {
  readonly header: readonly string[]
  /** The next rows after the given one; null for the first ones. */
  readonly listAfter: (after: Row | null, limit: number) => Promise<readonly Row[]>
  readonly cells: (row: Row) => readonly string[]
}

/** Streams a list as CSV, as fast as the reader takes it. */
export const exportRows = <Row>(list: ExportedList<Row>): Readable =>
  Readable.from(linesOf(list), { objectMode: false, highWaterMark: waitingBytesMax })

async function* linesOf<Row>({ header, listAfter, cells }: ExportedList<Row>): AsyncGenerator<string> {
  yield csvLine(header)
  for (let last: Row | null = null; ; ) {
    const rows: readonly Row[] = await listAfter(last, stepRows)
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows.map((row) => csvLine(cells(row))).join('')
    last = end
  }
}
