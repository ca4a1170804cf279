import type { Queryable } from '../../../engine/db/index.ts'
import { csvLine } from '../../../values/csv.ts'
import { listReportRowsAfter } from './store-rows.ts'

const reportRowsAtOnce = 1_000

/** Streams the result of each row of an import. */
export async function* writeReport(db: Queryable, accountId: number, importId: number): AsyncGenerator<string> {
  yield csvLine(['row', 'outcome', 'mob_no', 'why'])
  for (let last = 0; ; ) {
    const rows = await listReportRowsAfter(db, accountId, importId, last, reportRowsAtOnce)
    if (rows.length === 0) return
    yield rows.map(({ row, outcome, phone, why }) => csvLine([String(row), outcome, phone, why ?? ''])).join('')
    last = rows.at(-1)?.row ?? last
  }
}
