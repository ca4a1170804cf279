import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, type Tx } from '../../engine/db/index.ts'
import { soundReason } from '../../values/reason.ts'
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
).narrow<{ product: Product; settings: Readonly<Record<string, unknown>> }>()

export type StoredProvider = RowOf<typeof columns>

export async function listProviders(db: Queryable, product: Product, name?: string): Promise<StoredProvider[]> {
  const { rows } = await sql<StoredProvider>`
    select ${columns}
      from providers p
      left join provider_outages o on o.provider = p.name
     where p.product = ${product}
       ${name === undefined ? sql`` : sql`and p.name = ${name}`}
     order by p.account_id nulls last, p.priority, p.name
  `.execute(db)
  return rows
}

export const findProvider = async (db: Queryable, product: Product, name: string): Promise<StoredProvider | null> =>
  (await listProviders(db, product, name))[0] ?? null

/** Until the end of the transaction, nobody else adds a provider or a carrier. */
export async function lockNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('ngoma provider names'))`.execute(tx)
}

export async function isProviderName(tx: Tx, name: string): Promise<boolean> {
  await lockNames(tx)
  const { rows } = await sql`select name from providers where name = ${name}`.execute(tx)
  return rows.length > 0
}

type NewProvider = Pick<
  StoredProvider,
  'product' | 'name' | 'kind' | 'accountId' | 'priority' | 'active' | 'settings' | 'secrets'
>

/** False when a provider of another product has this name. */
export async function putProvider(tx: Tx, provider: NewProvider, now: Date): Promise<boolean> {
  const { product, name, kind, accountId, priority, active, settings, secrets } = provider
  const { rows } = await sql`
    insert into providers (product, name, kind, account_id, priority, active, settings, secrets, created_at, changed_at)
    values (${product}, ${name}, ${kind}, ${accountId}, ${priority}, ${active}, ${JSON.stringify(settings)}::json, ${secrets}, ${now}, ${now})
        on conflict (name) do update
       set kind = excluded.kind, account_id = excluded.account_id, priority = excluded.priority, active = excluded.active,
           settings = excluded.settings, secrets = excluded.secrets, changed_at = excluded.changed_at
     where providers.product = excluded.product
    returning name
  `.execute(tx)
  return rows.length > 0
}

/** Gives a shared provider the best priority. The others move back if one of them has it. */
export async function putFirst(tx: Tx, product: Product, name: string): Promise<void> {
  await sql`
    update providers
       set priority = least(priority + 1, 100)
     where product = ${product}
       and name <> ${name}
       and account_id is null
       and exists (select from providers o where o.product = ${product} and o.name <> ${name} and o.account_id is null and o.priority = 1)
  `.execute(tx)
  await sql`update providers set priority = 1 where name = ${name}`.execute(tx)
}

/** False for an unknown provider. */
export async function markActive(
  db: Queryable,
  product: Product,
  name: string,
  active: boolean,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update providers set active = ${active}, changed_at = ${now} where product = ${product} and name = ${name} returning name
  `.execute(db)
  return rows.length > 0
}

/** Locks the provider against changes and new work until the end of the transaction. False for an unknown provider. */
export async function lockProvider(tx: Tx, product: Product, name: string): Promise<boolean> {
  const { rows } = await sql`
    select name from providers where product = ${product} and name = ${name} for update
  `.execute(tx)
  return rows.length > 0
}

export async function deleteProvider(tx: Tx, name: string): Promise<void> {
  await sql`delete from providers where name = ${name}`.execute(tx)
}

const awayColumns = columnsOf(
  { p: 'providers', o: 'provider_outages' },
  { product: 'p.product', name: 'p.name', since: 'o.since', problem: 'o.problem' },
).narrow<{ product: Product }>()

/** The providers that do not answer. A paused provider is left out, because it is intended. */
export async function listAway(db: Queryable): Promise<RowOf<typeof awayColumns>[]> {
  const { rows } = await sql<RowOf<typeof awayColumns>>`
    select ${awayColumns}
      from provider_outages o
      join providers p on p.name = o.provider
     where p.active
     order by p.product, p.name
  `.execute(db)
  return rows
}

/** The active providers that call back. The settings name the parts of a callback. */
export async function listCallingBack(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name
      from providers
     where active
       and (kind in ('mpesa', 'whatsapp')
            or coalesce(settings ->> 'callback', settings ->> 'receipts', settings ->> 'messages') is not null)
     order by name
  `.execute(db)
  return rows.map(({ name }) => name)
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
    select p.name, ${soundReason(problem)}, ${now}::timestamptz, ${now}::timestamptz from providers p where p.name = ${provider}
        on conflict (provider) do update
       set problem = excluded.problem, checked_at = greatest(o.checked_at, excluded.checked_at)
  `.execute(db)
}

export async function deleteOutage(db: Queryable, provider: string): Promise<void> {
  await sql`delete from provider_outages where provider = ${provider}`.execute(db)
}
