import { sql } from 'kysely'
import { columnsOf, prepared, type Queryable, type RowOf, run } from '../../engine/db/index.ts'

/** SQL of the allowed destinations. */

const columns = columnsOf(
  { a: 'accounts' },
  {
    country: 'a.country',
    countries: sql<readonly string[] | null>`o.countries`,
    ranges: sql<readonly string[] | null>`o.ranges`,
  },
)

export function findAllowance(db: Queryable, accountId: number): Promise<RowOf<typeof columns> | null> {
  return run.first<RowOf<typeof columns>>(db)`
    ${prepared}
    select ${columns}
      from accounts a
      left join otp_allowances o on o.account_id = a.id
     where a.id = ${accountId}
  `
}

export async function upsertAllowance(
  db: Queryable,
  accountId: number,
  { countries, ranges }: { readonly countries: readonly string[]; readonly ranges: readonly string[] },
  now: Date,
): Promise<void> {
  await sql`
    insert into otp_allowances (account_id, countries, ranges, changed_at)
    values (${accountId}, ${countries}::text[], ${ranges}::text[], ${now})
        on conflict (account_id) do update
       set countries = excluded.countries, ranges = excluded.ranges, changed_at = excluded.changed_at
  `.execute(db)
}
