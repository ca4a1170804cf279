import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, selectLongPage } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { CreditProduct, EntryKind } from './rules.ts'

/** SQL of statements, newest entries first. */

const columns = columnsOf(
  { e: 'ledger_entries' },
  {
    id: 'e.id',
    at: 'e.at',
    product: 'e.product',
    currency: 'e.currency',
    kind: 'e.kind',
    /** With four decimal places; the kind determines the sign. */
    amount: 'e.amount',
    subject: 'e.subject',
    note: 'e.note',
    actor: 'e.actor',
  },
).narrow<{ product: CreditProduct }>()

export type Entry = RowOf<typeof columns>

/** Null means no filter. */
export interface StatementFilter {
  readonly product: CreditProduct | null
  readonly kind: EntryKind | null
  /** `from` is inclusive, `to` is exclusive. */
  readonly from: Date | null
  readonly to: Date | null
}

function entriesOf(accountId: number, { product, kind, from, to }: StatementFilter): RawBuilder<unknown> {
  const conditions = [
    sql`e.account_id = ${accountId}`,
    ...(product === null ? [] : [sql`e.product = ${product}`]),
    ...(kind === null ? [] : [sql`e.kind = ${kind}`]),
    ...(from === null ? [] : [sql`e.at >= ${from}`]),
    ...(to === null ? [] : [sql`e.at < ${to}`]),
  ]
  return sql`ledger_entries e where ${sql.join(conditions, sql` and `)}`
}

export function listEntries(
  db: Queryable,
  accountId: number,
  filter: StatementFilter,
  page: PageQuestion,
): Promise<PageOf<Entry>> {
  return selectLongPage(db, page, { columns, from: entriesOf(accountId, filter), order: [[sql`e.id`, 'desc']] })
}

/** The next older entries; starts with the newest when there is no position. */
export async function listEntriesBefore(
  db: Queryable,
  accountId: number,
  filter: StatementFilter,
  beforeId: number | null,
  limit: number,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${columns}
      from ${entriesOf(accountId, filter)}
       ${beforeId === null ? sql`` : sql`and e.id < ${beforeId}`}
     order by e.id desc
     limit ${limit}
  `.execute(db)
  return rows
}
