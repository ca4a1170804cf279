import type { Queryable } from '../../engine/db/index.ts'
import { guardCell } from './guard.ts'
import { listReportRowsAfter } from './store-import-rows.ts'

const reportRowsAtOnce = 1_000

/** As RFC 4180 has it: quotes where something in it would end the cell, doubled inside. */
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** What stands in a cell came from anybody, and is guarded against programs that would take it for a formula. */
export const csvLine = (cells: readonly string[]) => `${cells.map((cell) => quoted(guardCell(cell))).join(',')}\r\n`

/** What became of each row of an import, read a step at a time. */
export async function* writeReport(db: Queryable, accountId: number, importId: number): AsyncGenerator<string> {
  yield csvLine(['row', 'outcome', 'mob_no', 'why'])
  for (let last = 0; ; ) {
    const rows = await listReportRowsAfter(db, accountId, importId, last, reportRowsAtOnce)
    if (rows.length === 0) return
    yield rows.map(({ row, outcome, phone, why }) => csvLine([String(row), outcome, phone, why ?? ''])).join('')
    last = rows.at(-1)?.row ?? last
  }
}
