import { Readable } from 'node:stream'
import type { Queryable } from '../../engine/db/index.ts'
import { csvLine } from '../../values/csv.ts'
import { readOneOf, readTime } from '../../values/filters.ts'
import type { Query } from '../../values/page.ts'
import { creditProducts, entryKinds } from './rules.ts'
import { type Entry, listEntriesBefore, type StatementFilter } from './store-statement.ts'

/** How many are read at once: all that is ever in memory, besides what waits for the reader. */
const stepRows = 1_000
const waitingBytesMax = 65_536

export function readFilter(query: Query): StatementFilter {
  return {
    product: readOneOf(query, 'product', creditProducts),
    kind: readOneOf(query, 'kind', entryKinds),
    from: readTime(query, 'from'),
    to: readTime(query, 'to'),
  }
}

/**
 * A statement as CSV, newest first, read a step at a time and only as fast as somebody takes it. Entries never change
 * and new ones come before the first, so it is whole as of its beginning, however long it takes to read.
 */
export const exportStatement = (db: Queryable, accountId: number, filter: StatementFilter): Readable =>
  Readable.from(linesOf(db, accountId, filter), { objectMode: false, highWaterMark: waitingBytesMax })

const heads = [
  'id',
  'at',
  'product',
  'currency',
  'kind',
  'amount',
  'subject',
  'note',
  'actor',
] as const satisfies readonly (keyof Entry)[]

async function* linesOf(db: Queryable, accountId: number, filter: StatementFilter): AsyncGenerator<string> {
  yield csvLine(heads)
  let beforeId: number | null = null
  for (;;) {
    const entries: Entry[] = await listEntriesBefore(db, accountId, filter, beforeId, stepRows)
    const last = entries.at(-1)
    if (!last) return
    yield entries.map(lineOf).join('')
    beforeId = last.id
  }
}

const lineOf = ({ id, at, product, currency, kind, amount, subject, note, actor }: Entry) =>
  csvLine([String(id), at.toISOString(), product, currency, kind, amount, subject, note, actor])
