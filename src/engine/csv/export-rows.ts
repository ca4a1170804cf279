import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csvLine } from '../../values/csv.ts'
import { fromWireName } from '../../values/wire-names.ts'

const waitingBytesMax = 65_536

/** Lists the next rows after the given one; null for the first ones. Fewer rows than the limit are the last ones. */
export type ListAfter<Row> = (after: Row | null, limit: number) => Promise<readonly Row[]>

interface ExportedList<Row> {
  readonly header: readonly string[]
  readonly listAfter: ListAfter<Row>
  /** By default the values that the header names. */
  readonly cells?: (row: Row) => readonly string[]
  /** Rows of one query. Apart from the output buffer, only these are in memory. */
  readonly stepRows?: number
}

export const exportRows = <Row>(list: ExportedList<Row>): Readable => streamOf(linesOf(list))

/** Streams a text as fast as the reader takes it. */
export const streamOf = (parts: AsyncIterable<string>): Readable =>
  Readable.from(parts, { objectMode: false, highWaterMark: waitingBytesMax })

/** All rows of a list, a few at a time. */
export async function* pagesOf<Row>(listAfter: ListAfter<Row>, stepRows: number): AsyncGenerator<readonly Row[]> {
  for (let last: Row | null = null; ; ) {
    const rows: readonly Row[] = await listAfter(last, stepRows)
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows
    if (rows.length < stepRows) return
    last = end
  }
}

async function* linesOf<Row>({
  header,
  listAfter,
  cells = (row) => header.map((name) => cellOf((row as Readonly<Record<string, unknown>>)[fromWireName(name)])),
  stepRows = 5_000,
}: ExportedList<Row>): AsyncGenerator<string> {
  yield csvLine(header)
  for await (const rows of pagesOf(listAfter, stepRows)) yield rows.map((row) => csvLine(cells(row))).join('')
}

const cellOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : value === null || value === undefined ? '' : String(value)

/** Sends a file of this name. A HEAD request would leave the stream unread. */
export const sendCsv = ({ method }: FastifyRequest, reply: FastifyReply, name: string, open: () => Readable) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${name}.csv"`)
    .send(method === 'HEAD' ? undefined : open())
