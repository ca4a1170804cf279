import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { statement } from '../../contract/account/balance.ts'
import { ledger } from '../../contract/console/balance.ts'
import { exportRows, sendCsv } from '../../engine/csv/index.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { readOneOf, readTime } from '../../values/filters.ts'
import { type PageOf, type Query, showList } from '../../values/page.ts'
import { type Place, readPlace } from '../../values/place.ts'
import { refuse } from '../../values/refusal.ts'
import { checkLedger, type LedgerCheck } from './check.ts'
import { creditProducts, entryKinds } from './rules.ts'
import {
  type Entry,
  listBalancesAfter,
  listEntries,
  listEntriesBefore,
  type StatementFilter,
} from './store-statement.ts'

/** The ledger entries of an account, and the check of the whole ledger. */
export function ledgerApi(app: FastifyInstance, { db }: Context, checks: readonly LedgerCheck[]): void {
  serve(app, statement.list, async ({ accountId, query }) => {
    const place = readPlace(query)
    return showList(await readStatement(db, accountId, readFilter(query), place))
  })

  serve(app, statement.export, async ({ accountId, query, request, reply }) => {
    const filter = readFilter(query)
    request.auditDetail = { ...filter }
    return sendCsv(request, reply, `statement-${accountId}`, () => exportStatement(db, accountId, filter))
  })

  let isChecking = false
  serve(app, ledger.check, async () => {
    // Each check reads all entries, and blocks the embedded engine.
    if (isChecking) throw refuse('ledger_check_running')
    isChecking = true
    try {
      return await checkLedger(db, checks)
    } finally {
      isChecking = false
    }
  })
}

const stepRows = 1_000

const readFilter = (query: Query): StatementFilter => ({
  product: readOneOf(query, 'product', creditProducts),
  kind: readOneOf(query, 'kind', entryKinds),
  from: readTime(query, 'from'),
  to: readTime(query, 'to'),
})

/** One page of a statement, with the balance after each entry. */
async function readStatement(
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
const exportStatement = (db: Queryable, accountId: number, filter: StatementFilter): Readable =>
  exportRows<Entry>({
    header: ['id', 'at', 'product', 'currency', 'kind', 'amount', 'subject', 'note', 'actor'],
    listAfter: (last, limit) => listEntriesBefore(db, accountId, filter, last?.id ?? null, limit),
    stepRows,
  })
