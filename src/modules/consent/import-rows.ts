import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { type ImportResult, numbersBytesMax } from '../../contract/account/consent.ts'
import { readCsv, tooManyRows } from '../../engine/csv/index.ts'
import { parseField } from '../../values/contact-columns.ts'
import { countOf } from '../../values/count.ts'
import { nameOfColumn, unguardCell } from '../../values/csv.ts'
import { parseTypedPhone } from '../../values/local-number.ts'
import { faultOfTypedPhone } from '../../values/number-fault.ts'
import { refuse } from '../../values/refusal.ts'
import type { NumberList } from './lists.ts'
import { countryOf } from './numbers.ts'
import { analyzeNumbers, insertNumbers } from './store.ts'

const rowsMax = 10_000_000
const recordCharactersMax = 10_000
/** Rows of one statement, which is also a transaction. The embedded engine blocks while a statement runs. */
const batchRows = { postgres: 5_000, embedded: 1_000 } as const
const invalidRowsMax = 100
const shownLengthMax = 50
/** From this many new rows on, statistics are updated. */
const manyRows = 10_000

/**
 * Imports a CSV file as it arrives, with a few thousand rows in memory. Each batch is committed on its own: after a
 * broken connection the rows before it stay, and importing the same file again adds the rest. An incomplete last row is
 * never read. A file without a header is a list of numbers.
 */
export async function importRows<Listed, Stored extends { readonly phone: string }>(
  ctx: Context,
  list: NumberList<Listed, Stored>,
  accountId: number | null,
  source: Readable,
): Promise<ImportResult> {
  const { db } = ctx
  const now = ctx.clock.now()
  const country = await countryOf(ctx, accountId)
  const invalidRows: ImportResult['invalidRows'][number][] = []
  let layout: Layout | null = null
  let [rows, added, invalid] = [0, 0, 0]
  let batch: Stored[] = []
  let storing: Promise<number> = Promise.resolve(0)

  async function store(): Promise<void> {
    const full = batch
    batch = []
    added += await storing
    storing = insertNumbers(db, list, accountId, full)
    // The error is handled where the promise is awaited; until then it must not end the process.
    storing.catch(() => {})
  }

  function take(record: readonly string[], { phoneAt, columns }: Layout): void {
    rows += 1
    if (rows > rowsMax) throw tooManyRows(rowsMax)
    const number = unguardCell(record[phoneAt] ?? '').trim()
    const phone = parseTypedPhone(number, country)
    const read =
      phone === null
        ? `phone ${faultOfTypedPhone(number, country)}`
        : list.read(phone, (column) => unguardCell(record[columns[column] ?? -1] ?? '').trim(), now)
    if (typeof read !== 'string') return void batch.push(read)
    invalid += 1
    if (invalidRows.length < invalidRowsMax)
      invalidRows.push({
        row: rows,
        number: number.slice(0, shownLengthMax).toWellFormed().replaceAll('\0', ''),
        why: read,
      })
  }

  for await (const { records } of readCsv(source, { bytesMax: numbersBytesMax, recordCharactersMax })) {
    for (const record of records) {
      if (layout === null) {
        layout = readLayout(record, list, country)
        if (layout.hasHeader) continue
      }
      take(record, layout)
      if (batch.length >= batchRows[db.engine]) await store()
    }
  }
  if (layout === null) throw refuse('file_empty')
  if (rows === 0) throw refuse('file_without_rows')
  const [first] = invalidRows
  if (invalid === rows && first !== undefined) throw noValidRows(rows, first)
  if (batch.length > 0) await store()
  added += await storing
  if (added >= manyRows) await analyzeNumbers(db, list)
  return { rows, added, existing: rows - added - invalid, invalid, invalidRows }
}

/** The places of the columns in a row; -1 for a missing column. */
interface Layout {
  readonly hasHeader: boolean
  readonly phoneAt: number
  readonly columns: Readonly<Record<string, number>>
}

function readLayout(
  record: readonly string[],
  { spellings, required = [] }: Pick<NumberList<never, never>, 'spellings' | 'required'>,
  country: string | null,
): Layout {
  const names = record.map((cell) => nameOfColumn(cell))
  const phoneAt = record.findIndex((cell) => parseField(cell) === 'phone')
  const hasHeader = phoneAt !== -1
  const isList = record.length === 1 && parseTypedPhone(unguardCell(record[0] ?? ''), country) !== null
  if (!hasHeader && !isList) throw refuse('phone_column_missing')
  const columns: Record<string, number> = {}
  for (const [column, accepted] of Object.entries(spellings)) {
    const at = names.findIndex((name) => accepted.includes(name))
    if (at === -1 && required.includes(column)) throw columnMissing(column)
    columns[column] = at
  }
  return { hasHeader, phoneAt: hasHeader ? phoneAt : 0, columns }
}

const columnMissing = (column: string) =>
  refuse('column_missing', {
    detail: `The file has no column ${column}.`,
    hint: `add the column ${column}, and its name in the first line`,
  })

/** Nothing was imported. */
const noValidRows = (rows: number, { row, why }: { readonly row: number; readonly why: string }) =>
  refuse('no_valid_rows', {
    hint: `${countOf(rows, 'invalid row')}; row ${row}: ${why}`,
  })
