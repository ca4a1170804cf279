import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf } from '../../engine/db/index.ts'
import { endsAt } from './store.ts'

const countsOf = (accountId: number, now: Date) => {
  const count = (table: 'members' | 'templates' | 'contact_books') =>
    sql<number>`(select count(*) from ${sql.table(table)} where account_id = ${accountId})`
  return columnsOf('accounts', {
    members: count('members'),
    credentials: sql<number>`(select count(*) from credentials c where c.account_id = ${accountId} and c.revoked_at is null and coalesce(${endsAt} > ${now}, true))`,
    senders: sql<number>`(select count(*) from senders where account_id = ${accountId} and status = 'active')`,
    templates: count('templates'),
    books: count('contact_books'),
    webhooks: sql<number>`(select count(*) from webhook_endpoints where account_id = ${accountId} and removed_at is null)`,
  })
}

/** How many objects an account has, of the kinds that it has few of. */
export async function countParts(
  db: Queryable,
  accountId: number,
  now: Date,
): Promise<RowOf<ReturnType<typeof countsOf>>> {
  const { rows } = await sql<
    RowOf<ReturnType<typeof countsOf>>
  >`select ${countsOf(accountId, now)} from accounts where id = ${accountId}`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error(`account ${accountId} does not exist`)
  return counts
}
