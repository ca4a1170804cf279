import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, type Tx } from '../../engine/db/index.ts'
import type { Product } from './model.ts'

const columns = columnsOf(
  { p: 'providers', o: 'provider_outages?' },
  {
    name: 'p.name',
    product: 'p.product',
    kind: 'p.kind',
    /** Null for a provider of all accounts. */
    accountId: 'p.account_id',
    priority: 'p.priority',
    active: 'p.active',
    settings: 'p.settings',
    /** Sealed. */
    secrets: 'p.secrets',
    createdAt: 'p.created_at',
    changedAt: 'p.changed_at',
    awaySince: 'o.since',
    problem: 'o.problem',
    checkedAt: 'o.checked_at',
  },
).narrow<{ product: Product }>()

export type StoredProvider = RowOf<typeof columns>

export async function listProviders(db: Queryable, product: Product): Promise<StoredProvider[]> {
  const { rows } = await sql<StoredProvider>`
    select ${columns}
      from providers p
      left join provider_outages o on o.provider = p.name
     where p.product = ${product}
     order by p.account_id nulls last, p.priority, p.name
  `.execute(db)
  return rows
}

/** Prevents the removal of an active provider until the end of the transaction. False when it takes no new work. */
export async function holdProvider(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`select name from providers where name = ${name} and active for key share`.execute(tx)
  return rows.length > 0
}

/** Notes that a provider could not be reached. Does nothing for an unknown provider. */
export async function putOutage(db: Queryable, provider: string, problem: string, now: Date): Promise<void> {
  await sql`
    insert into provider_outages as o (provider, problem, since, checked_at)
    select p.name, ${problem.slice(0, 200)}, ${now}::timestamptz, ${now}::timestamptz from providers p where p.name = ${provider}
        on conflict (provider) do update
       set problem = excluded.problem, checked_at = greatest(o.checked_at, excluded.checked_at)
  `.execute(db)
}

export async function deleteOutage(db: Queryable, provider: string): Promise<void> {
  await sql`delete from provider_outages where provider = ${provider}`.execute(db)
}
