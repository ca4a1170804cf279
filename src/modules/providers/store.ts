import { sql } from 'kysely'
import type { ProviderProduct } from '../../contract/console/providers.ts'
import { columnsOf, type Queryable, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import { soundReason } from '../../values/reason.ts'

const columns = columnsOf(
  { p: 'providers', o: 'provider_outages?' },
  `p.name, p.product, p.kind, p.priority, p.active, p.settings, p.created_at, p.changed_at, o.since as awaySince,
   o.problem, o.checked_at`,
  {
    /** Null for a provider of all accounts. */
    accountId: 'p.account_id',
    /** Sealed. */
    secrets: 'p.secrets',
  },
).narrow<{ product: ProviderProduct; settings: Readonly<Record<string, unknown>> }>()

export type StoredProvider = RowOf<typeof columns>

interface Filter {
  readonly product?: ProviderProduct | null
  readonly name?: string | null
}

export const listProviders = (db: Queryable, { product = null, name = null }: Filter) => run.all<StoredProvider>(db)`
  select ${columns}
    from providers p
    left join provider_outages o on o.provider = p.name
   where ${product === null ? sql`true` : sql`p.product = ${product}`}
     and ${name === null ? sql`true` : sql`p.name = ${name}`}
   order by p.account_id nulls last, p.priority, p.name
`

export const findProvider = async (db: Queryable, name: string): Promise<StoredProvider | null> =>
  (await listProviders(db, { name }))[0] ?? null

/** Until the end of the transaction, nobody else adds a provider. */
export const lockNames = (tx: Tx) => run.write(tx)`select pg_advisory_xact_lock(hashtext('ngoma provider names'))`

type NewProvider = Pick<
  StoredProvider,
  'product' | 'name' | 'kind' | 'accountId' | 'priority' | 'active' | 'settings' | 'secrets'
>

/** The product of a provider never changes. */
export const putProvider = (tx: Tx, provider: NewProvider, now: Date) => run.write(tx)`
  insert into providers (product, name, kind, account_id, priority, active, settings, secrets, created_at, changed_at)
  values (${provider.product}, ${provider.name}, ${provider.kind}, ${provider.accountId}, ${provider.priority},
          ${provider.active}, ${JSON.stringify(provider.settings)}::json, ${provider.secrets}, ${now}, ${now})
      on conflict (name) do update
     set kind = excluded.kind, account_id = excluded.account_id, priority = excluded.priority, active = excluded.active,
         settings = excluded.settings, secrets = excluded.secrets, changed_at = excluded.changed_at
`

export const markActive = (db: Queryable, name: string, active: boolean, now: Date) => run.write(db)`
  update providers set active = ${active}, changed_at = ${now} where name = ${name}
`

/** Locks the provider against changes and new work until the end of the transaction. False for an unknown provider. */
export const lockProvider = (tx: Tx, name: string) => run.hasRows(tx)`
  select name from providers where name = ${name} for update
`

export const deleteProvider = (tx: Tx, name: string) => run.write(tx)`delete from providers where name = ${name}`

const awayColumns = columnsOf(
  { p: 'providers', o: 'provider_outages' },
  'p.product, p.name, o.since, o.problem',
).narrow<{ product: ProviderProduct }>()

/** The providers that do not answer. A paused provider is left out, because it is intended. */
export const listAway = (db: Queryable) => run.all<RowOf<typeof awayColumns>>(db)`
  select ${awayColumns}
    from provider_outages o
    join providers p on p.name = o.provider
   where p.active
   order by p.product, p.name
`

/** The active providers that call back. The settings name the parts of a callback. */
export const listCallingBack = (db: Queryable) => run.values<{ name: string }>(db)`
  select name
    from providers
   where active
     and product <> 'sms'
     and (kind in ('mpesa', 'whatsapp')
          or coalesce(settings ->> 'callback', settings ->> 'receipts', settings ->> 'messages') is not null)
   order by name
`

/** Prevents the removal of an active provider until the end of the transaction. False when it takes no new work. */
export const holdProvider = (tx: Tx, name: string) => run.hasRows(tx)`
  select name from providers where name = ${name} and active for key share
`

/** Notes that a provider could not be reached. Does nothing for an unknown provider. */
export const putOutage = (db: Queryable, provider: string, problem: string, now: Date) => run.write(db)`
  insert into provider_outages as o (provider, problem, since, checked_at)
  select p.name, ${soundReason(problem)}, ${now}::timestamptz, ${now}::timestamptz from providers p where p.name = ${provider}
      on conflict (provider) do update
     set problem = excluded.problem, checked_at = greatest(o.checked_at, excluded.checked_at)
`

export const deleteOutage = (db: Queryable, provider: string) => run.write(db)`
  delete from provider_outages where provider = ${provider}
`
