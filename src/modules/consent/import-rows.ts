import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import type { ImportResult } from '../../contract/account/consent.ts'
import { fileEmpty, fileWithoutRows, readCsv, tooManyRows } from '../../engine/csv/index.ts'
import { parseField } from '../../values/contact-columns.ts'
import { unguardCell } from '../../values/csv.ts'
import { nameOfColumn } from '../../values/csv-header.ts'
import { parseTypedPhone } from '../../values/local-number.ts'
import { faultOfTypedPhone } from '../../values/number-fault.ts'
import type { Phone } from '../../values/phone.ts'
import { columnMissing, noValidRows, numberColumnMissing } from './errors.ts'
import { analyzeTable, type ImportedTable } from './store-analyze.ts'

export const fileBytesMax = 2 ** 30
const rowsMax = 10_000_000
const recordCharactersMax = 10_000
/** Rows of one statement, which is also a transaction. The embedded engine blocks while a statement runs. */
const batchRows = { postgres: 5_000, embedded: 1_000 } as const
const invalidRowsMax = 100
const shownLengthMax = 50
/** From this many new rows on, statistics are updated. */
const manyRows = 10_000

export type Imported = ImportResult

/** How the rows of a file are read and stored. */
interface RowKind<Column extends string, Row> {
  readonly table: ImportedTable
  /** Numbers are read for this country; null if they must have their country code. */
  readonly country: string | null
  /** The columns other than the number, with their accepted names as `nameOfColumn` writes them. */
  readonly columns: Readonly<Record<Column, readonly string[]>>
  readonly required?: readonly Column[]
  /** Returns the row, or the error. */
  readonly read: (phone: Phone, cells: Readonly<Record<Column, string>>) => Row | string
  /** Stores rows in one statement, and returns the number of new ones. Existing rows stay unchanged. */
  readonly insert: (rows: readonly Row[]) => Promise<number>
}

/**
 * Imports a CSV file as it arrives, with a few thousand rows in memory. Each batch is committed on its own: after a
 * broken connection the rows before it stay, and importing the same file again adds the rest. An incomplete last row is
 * never read. A file without a header is a list of numbers.
 */
export async function importRows<Column extends string, Row extends object>(
  { db }: Context,
  source: Readable,
  kind: RowKind<Column, Row>,
): Promise<Imported> {
  const invalidRows: Imported['invalidRows'][number][] = []
  let layout: Layout<Column> | null = null
  let [rows, added, invalid] = [0, 0, 0]
  let batch: Row[] = []
  let storing: Promise<number> = Promise.resolve(0)

  async function store(): Promise<void> {
    const full = batch
    batch = []
    added += await storing
    storing = kind.insert(full)
    // The error is handled where the promise is awaited; until then it must not end the process.
    storing.catch(() => {})
  }

  function take(record: readonly string[], { phoneAt, columns }: Layout<Column>): void {
    rows += 1
    if (rows > rowsMax) throw tooManyRows(rowsMax)
    const number = unguardCell(record[phoneAt] ?? '').trim()
    const read = readRow(kind, number, (column) => unguardCell(record[columns[column]] ?? '').trim())
    if (typeof read !== 'string') return void batch.push(read)
    invalid += 1
    if (invalidRows.length < invalidRowsMax)
      invalidRows.push({
        row: rows,
        number: number.slice(0, shownLengthMax).toWellFormed().replaceAll('\0', ''),
        why: read,
      })
  }

  for await (const { records } of readCsv(source, { bytesMax: fileBytesMax, recordCharactersMax })) {
    for (const record of records) {
      if (layout === null) {
        layout = readLayout(record, kind)
        if (layout.hasHeader) continue
      }
      take(record, layout)
      if (batch.length >= batchRows[db.engine]) await store()
    }
  }
  if (layout === null) throw fileEmpty()
  if (rows === 0) throw fileWithoutRows()
  const [first] = invalidRows
  if (invalid === rows && first !== undefined) throw noValidRows(rows, first)
  if (batch.length > 0) await store()
  added += await storing
  if (added >= manyRows) await analyzeTable(db, kind.table)
  return { rows, added, existing: rows - added - invalid, invalid, invalidRows }
}

function readRow<Column extends string, Row extends object>(
  { country, columns, read }: RowKind<Column, Row>,
  number: string,
  cell: (column: Column) => string,
): Row | string {
  const phone = parseTypedPhone(number, country)
  if (phone === null) return `phone ${faultOfTypedPhone(number, country)}`
  const names = Object.keys(columns) as Column[]
  return read(phone, Object.fromEntries(names.map((name) => [name, cell(name)])) as Record<Column, string>)
}

/** The places of the columns in a row; -1 for a missing column. */
interface Layout<Column extends string> {
  readonly hasHeader: boolean
  readonly phoneAt: number
  readonly columns: Readonly<Record<Column, number>>
}

function readLayout<Column extends string, Row>(
  record: readonly string[],
  { country, columns, required = [] }: RowKind<Column, Row>,
): Layout<Column> {
  const names = record.map((cell) => nameOfColumn(cell))
  const phoneAt = record.findIndex((cell) => parseField(cell) === 'phone')
  const hasHeader = phoneAt !== -1
  const isList = record.length === 1 && parseTypedPhone(unguardCell(record[0] ?? ''), country) !== null
  if (!hasHeader && !isList) throw numberColumnMissing()
  const found = Object.fromEntries(
    (Object.entries(columns) as [Column, readonly string[]][]).map(([column, spellings]) => {
      const at = names.findIndex((name) => spellings.includes(name))
      if (at === -1 && required.includes(column)) throw columnMissing(column)
      return [column, at]
    }),
  ) as Layout<Column>['columns']
  return { hasHeader, phoneAt: hasHeader ? phoneAt : 0, columns: found }
}
