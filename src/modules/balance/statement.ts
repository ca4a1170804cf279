import { Readable } from 'node:stream'
import type { Queryable } from '../../engine/db/index.ts'
import { csvLine } from '../../values/csv.ts'
import { readOneOf, readTime } from '../../values/filters.ts'
import type { PageOf, PageQuestion, Query } from '../../values/page.ts'
import { creditProducts, entryKinds } from './rules.ts'
import {
  type Entry,
  listBalancesAfter,
  listEntries,
  listEntriesBefore,
  type StatementFilter,
} from './store-statement.ts'

/** Entries read in one query. Apart from the output buffer, only these are in memory. */
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

/** One page of a statement, with the balance after each entry. */
export async function readStatement(
  db: Queryable,
  accountId: number,
  filter: StatementFilter,
  page: PageQuestion,
): Promise<PageOf<Entry & { readonly balance: string | null }>> {
  const { items, ...total } = await listEntries(db, accountId, filter, page)
  const balances = await listBalancesAfter(
    db,
    accountId,
    items.map(({ id }) => id),
  )
  return { ...total, items: items.map((entry) => ({ ...entry, balance: balances.get(entry.id) ?? null })) }
}

/**
 * Streams a statement as CSV, newest first, as fast as the reader takes it. Entries never change and new ones are newer
 * than the first, so the result is consistent however long it takes.
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
