import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type RowOf, run } from '../../engine/db/index.ts'
import type { LedgerCheck } from './check.ts'
import type { CreditProduct } from './rules.ts'

export interface Subjects {
  readonly product: CreditProduct
  /**
   * Selects the expected account_id, currency, subject, hold, spend and release of each subject; null where an entry
   * must not exist.
   */
  readonly wanted: RawBuilder<unknown>
  /** A condition on the entries, when the product also pays for other subjects. */
  readonly only?: RawBuilder<unknown>
  /** The name of removed subjects in `ledger_removals`; the product by default. */
  readonly removedAs?: string
}

/**
 * Checks a product with one hold for each subject: exactly one, and one spend or release after its end. So the held
 * amount equals the open subjects. Entries of removed subjects must balance, and match the sums that were noted when
 * the subjects were removed.
 */
export function checkSubjects({ product, wanted, only = sql`true`, removedAs = product }: Subjects): LedgerCheck {
  const wrongColumns = columnsOf('ledger_entries', {
    accountId: 'account_id',
    product: sql<CreditProduct>`${product}::text`,
    currency: 'currency',
    what: sql<string>`v.kind || coalesce(' for ' || subject, ' for removed subjects')`,
    expected: sql<string>`v.expected::numeric(38, 4)`,
    found: sql<string>`v.found::numeric(38, 4)`,
  })
  return (tx, limit) => run.all<RowOf<typeof wrongColumns>>(tx)`
      with entries as (
        select account_id, currency, subject,
               coalesce(sum(amount) filter (where kind = 'hold'), 0) as hold,
               coalesce(sum(amount) filter (where kind = 'spend'), 0) as spend,
               coalesce(sum(amount) filter (where kind = 'release'), 0) as release
          from ledger_entries
         where product = ${product}
           and kind in ('hold', 'spend', 'release')
           and ${only}
         group by account_id, currency, subject
      ),
      wanted as (${wanted}),
      joined as materialized (
        select account_id, currency, subject, w.hold, w.spend, w.release,
               e.hold as found_hold, e.spend as found_spend, e.release as found_release,
               w.subject is null and e.hold = e.spend + e.release as is_removed
          from wanted w
          full join entries e using (account_id, currency, subject)
      ),
      totals as (
        select account_id, currency, sum(found_hold) as hold, sum(found_spend) as spend, sum(found_release) as release
          from joined
         where is_removed
         group by account_id, currency
      ),
      noted as (
        select account_id, currency, sum(hold) as hold, sum(spend) as spend, sum(release) as release
          from ledger_removals
         where product = ${removedAs}
         group by account_id, currency
      ),
      compared as (
        select account_id, currency, subject, hold, spend, release, found_hold, found_spend, found_release
          from joined
         where not is_removed
         union all
        select account_id, currency, null, n.hold, n.spend, n.release, t.hold, t.spend, t.release
          from noted n
          full join totals t using (account_id, currency)
      )
      select ${wrongColumns}
        from compared
       cross join lateral (
         values ('hold', coalesce(hold, 0), coalesce(found_hold, 0)),
                ('spend', coalesce(spend, 0), coalesce(found_spend, 0)),
                ('release', coalesce(release, 0), coalesce(found_release, 0))
       ) as v(kind, expected, found)
       where v.expected <> v.found
       order by account_id, currency, subject, v.kind
       limit ${limit}
    `
}
