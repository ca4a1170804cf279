import type { Readable } from 'node:stream'
import { exportRows } from '../../engine/csv/index.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { readOneOf, readTime } from '../../values/filters.ts'
import type { PageOf, Query } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import { creditProducts, entryKinds } from './rules.ts'
import {
  type Entry,
  listBalancesAfter,
  listEntries,
  listEntriesBefore,
  type StatementFilter,
} from './store-statement.ts'

const stepRows = 1_000

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
  place: Place,
): Promise<PageOf<Entry & { readonly balance: string | null }>> {
  const { items, ...total } = await listEntries(db, accountId, filter, place)
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
  exportRows<Entry>({
    header: ['id', 'at', 'product', 'currency', 'kind', 'amount', 'subject', 'note', 'actor'],
    listAfter: (last, limit) => listEntriesBefore(db, accountId, filter, last?.id ?? null, limit),
    stepRows,
  })
