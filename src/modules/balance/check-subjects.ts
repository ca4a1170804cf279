import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type RowOf } from '../../engine/db/index.ts'
import type { LedgerCheck } from './check.ts'
import type { CreditProduct } from './rules.ts'

export interface Subjects {
  readonly product: CreditProduct
  /**
   * Selects the expected account_id, currency, subject, hold, spend and release of each subject; null where an entry
   * must not exist.
   */
  readonly wanted: RawBuilder<unknown>
  /**
   * Subjects are deleted some day and leave their entries behind, which must then balance. Without this, entries of a
   * missing subject are an error.
   */
  readonly areForgotten?: boolean
}

/**
 * Checks a product with one hold for each subject: exactly one, and one spend or release after its end. So the held
 * amount equals the open subjects.
 */
export function checkSubjects({ product, wanted, areForgotten = false }: Subjects): LedgerCheck {
  const isForgotten = areForgotten
    ? sql`w.subject is null and coalesce(e.hold, 0) = coalesce(e.spend, 0) + coalesce(e.release, 0)`
    : sql`false`
  const wrongColumns = columnsOf('ledger_entries', {
    accountId: 'account_id',
    product: sql<CreditProduct>`${product}::text`,
    currency: 'currency',
    what: sql<string>`v.kind || ' for ' || subject`,
    expected: sql<string>`v.expected::numeric(38, 4)`,
    found: sql<string>`v.found::numeric(38, 4)`,
  })
  return async (tx, limit) => {
    const { rows } = await sql<RowOf<typeof wrongColumns>>`
      with entries as (
        select account_id, currency, subject,
               sum(amount) filter (where kind = 'hold') as hold,
               sum(amount) filter (where kind = 'spend') as spend,
               sum(amount) filter (where kind = 'release') as release
          from ledger_entries
         where product = ${product}
           and kind in ('hold', 'spend', 'release')
         group by account_id, currency, subject
      ),
      wanted as (${wanted})
      select ${wrongColumns}
        from wanted w
        full join entries e using (account_id, currency, subject)
       cross join lateral (
         values ('hold', coalesce(w.hold, 0), coalesce(e.hold, 0)),
                ('spend', coalesce(w.spend, 0), coalesce(e.spend, 0)),
                ('release', coalesce(w.release, 0), coalesce(e.release, 0))
       ) as v(kind, expected, found)
       where v.expected <> v.found
         and not (${isForgotten})
       order by account_id, currency, subject, v.kind
       limit ${limit}
    `.execute(tx)
    return { wrong: rows }
  }
}
