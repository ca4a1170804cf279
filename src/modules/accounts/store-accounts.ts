import { sql } from 'kysely'
import type { AccountChange } from '../../contract/account/account.ts'
import { columnsOf, type Queryable, type Row, type RowOf, run, selectLongPage, type Tx } from '../../engine/db/index.ts'
import type { Language } from '../../values/languages.ts'
import { likeAnywhere, type PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'

/** SQL of accounts. */

export interface NewAccount {
  readonly name: string
  readonly parentId: number | null
  /** Null or missing: the country of the settings. */
  readonly country?: string | null
  /** A sender ID to create and approve. */
  readonly sender?: string | null
}

export async function insertAccount(
  tx: Tx,
  { name, parentId, country = null }: NewAccount,
  now: Date,
): Promise<number> {
  const { rows } = await sql<Row<'accounts', 'id'>>`
    insert into accounts (name, parent_id, country, created_at)
    values (${name}, ${parentId}, ${country}, ${now})
    returning id
  `.execute(tx)
  return rows[0]?.id ?? 0
}

/** False for all but one of the processes that start on an empty database at the same time. */
export function insertFirstAccount(tx: Tx, id: number, name: string, now: Date): Promise<boolean> {
  return run.hasRows(tx)`
    insert into accounts (id, name, created_at)
    values (${id}, ${name}, ${now})
        on conflict (id) do nothing
    returning id
  `
}

type NewSettings = Omit<AccountChange, 'suspended'> & { readonly suspendedAt: Date | null | undefined }

const settingColumns = {
  name: 'name',
  country: 'country',
  parentId: 'parent_id',
  requestsPerSecond: 'requests_per_second',
  messagesPerDay: 'messages_per_day',
  suspendedAt: 'suspended_at',
  language: 'language',
  twoFactorRequired: 'two_factor_required',
  smartEncoding: 'smart_encoding',
  shopUrl: 'shop_url',
  shopWebsites: 'shop_websites',
} as const

const selectedSettings = columnsOf('accounts', settingColumns)

export async function findSettings(db: Queryable, accountId: number): Promise<RowOf<typeof selectedSettings>> {
  const { rows } = await sql<
    RowOf<typeof selectedSettings>
  >`select ${selectedSettings} from accounts where id = ${accountId}`.execute(db)
  if (rows[0] === undefined) throw new Error(`account ${accountId} does not exist`)
  return rows[0]
}

/** Missing fields keep their value. */
export async function updateAccount(tx: Tx, accountId: number, change: NewSettings): Promise<void> {
  const values = Object.entries(settingColumns).flatMap(([name, column]) => {
    const value = change[name as keyof typeof settingColumns]
    return value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`]
  })
  if (values.length > 0) await sql`update accounts set ${sql.join(values)} where id = ${accountId}`.execute(tx)
}

export async function findAccountLanguage(db: Queryable, accountId: number): Promise<Language | null> {
  const { rows } = await sql<
    Row<'accounts', 'language'>
  >`select language from accounts where id = ${accountId}`.execute(db)
  return rows[0]?.language ?? null
}

export async function findAccountCountry(db: Queryable, accountId: number): Promise<string | null> {
  const { rows } = await sql<Row<'accounts', 'country'>>`select country from accounts where id = ${accountId}`.execute(
    db,
  )
  return rows[0]?.country ?? null
}

/** Null for the country of the settings. */
export async function listAccountCountries(db: Queryable): Promise<(string | null)[]> {
  const { rows } = await sql<Row<'accounts', 'country'>>`select distinct country from accounts`.execute(db)
  return rows.map(({ country }) => country)
}

/** Ordered by id to avoid deadlocks. Sends do not wait for this lock. */
export async function lockAccounts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select from accounts where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx)
}

const familyColumns = columnsOf(
  { a: 'accounts' },
  {
    id: 'a.id',
    parentId: 'a.parent_id',
    hasChildren: sql<boolean>`exists (select from accounts c where c.parent_id = a.id)`,
  },
)

/** Read this after the lock: a statement that waits for a lock may see an older state of the sub-accounts. */
export function findFamily(tx: Tx, id: number): Promise<RowOf<typeof familyColumns> | null> {
  return run.first<RowOf<typeof familyColumns>>(tx)`select ${familyColumns} from accounts a where a.id = ${id}`
}

const accountColumns = columnsOf(
  'accounts',
  `id, name, parent_id, requests_per_second, messages_per_day, created_at, suspended_at, two_factor_required`,
  {
    /** Kept when the currency of the server changes. */
    currency: 'currency',
    /** Null: the country of the settings. */
    country: 'country',
    /** Null: the language of the settings. */
    language: 'language',
  },
)

export type AccountRow = RowOf<typeof accountColumns>

export function findAccountRow(db: Queryable, id: number): Promise<AccountRow | null> {
  return run.first<AccountRow>(db)`select ${accountColumns} from accounts where id = ${id}`
}

export interface AccountsQuery {
  readonly place: Place
  /** A part of the name; null means any name. */
  readonly search: string | null
  /** Only the sub-accounts of this account. */
  readonly parentId?: number
}

export function listAccountRows(
  db: Queryable,
  { search, parentId, place }: AccountsQuery,
): Promise<PageOf<AccountRow>> {
  const wanted = [
    search === null ? sql`true` : sql`lower(name) like ${likeAnywhere(search)}`,
    parentId === undefined ? sql`true` : sql`parent_id = ${parentId}`,
  ]
  return selectLongPage(db, place, {
    columns: accountColumns,
    from: sql`accounts where ${sql.join(wanted, sql` and `)}`,
    order: [[sql`id`, 'asc']],
  })
}

const namedColumns = columnsOf('accounts', 'id, name, currency, suspended_at')

export function listNamedAccounts(db: Queryable, ids: readonly number[]): Promise<RowOf<typeof namedColumns>[]> {
  return run.all<RowOf<typeof namedColumns>>(db)`
    select ${namedColumns} from accounts where id = any(${ids}::bigint[])
  `
}

/** Suspended accounts, the newest first. */
export async function listSuspended(db: Queryable, limit: number): Promise<number[]> {
  const { rows } = await sql<Row<'accounts', 'id'>>`
    select id from accounts where suspended_at is not null order by id desc limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
