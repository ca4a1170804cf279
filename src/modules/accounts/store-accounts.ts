import { sql } from 'kysely'
import type { AccountLimits } from '../../contract/console/accounts.ts'
import { columnsOf, type Queryable, type Row, type RowOf, selectLongPage, type Tx } from '../../engine/db/index.ts'
import type { Language } from '../../values/languages.ts'
import { likeAnywhere, type PageOf, type PageQuestion } from '../../values/page.ts'

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
export async function insertFirstAccount(tx: Tx, id: number, name: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into accounts (id, name, created_at)
    values (${id}, ${name}, ${now})
        on conflict (id) do nothing
    returning id
  `.execute(tx)
  return rows.length > 0
}

/** False for an unknown account. */
export async function updateLimits(
  tx: Tx,
  accountId: number,
  { requestsPerSecond, messagesPerDay }: AccountLimits,
): Promise<boolean> {
  const { rows } = await sql`
    update accounts
       set requests_per_second = ${requestsPerSecond}, messages_per_day = ${messagesPerDay}
     where id = ${accountId}
    returning id
  `.execute(tx)
  return rows.length > 0
}

export interface AccountChange {
  readonly name?: string | undefined
  /** Null: the country of the settings. */
  readonly country?: string | null | undefined
}

/** Missing fields keep their value. */
export async function updateAccount(db: Queryable, accountId: number, { name, country }: AccountChange): Promise<void> {
  await sql`
    update accounts
       set name = ${name === undefined ? sql`name` : name},
           country = ${country === undefined ? sql`country` : country}
     where id = ${accountId}
  `.execute(db)
}

export async function updateLanguage(tx: Tx, accountId: number, language: Language | null): Promise<void> {
  await sql`update accounts set language = ${language} where id = ${accountId}`.execute(tx)
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

export async function updateTwoFactor(db: Queryable, accountId: number, required: boolean): Promise<void> {
  await sql`update accounts set two_factor_required = ${required} where id = ${accountId}`.execute(db)
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
export async function findFamily(tx: Tx, id: number): Promise<RowOf<typeof familyColumns> | null> {
  const { rows } = await sql<
    RowOf<typeof familyColumns>
  >`select ${familyColumns} from accounts a where a.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

export async function updateParent(tx: Tx, accountId: number, parentId: number | null): Promise<void> {
  await sql`update accounts set parent_id = ${parentId} where id = ${accountId}`.execute(tx)
}

const accountColumns = columnsOf('accounts', {
  id: 'id',
  name: 'name',
  parentId: 'parent_id',
  /** Kept when the currency of the server changes. */
  currency: 'currency',
  /** Null: the country of the settings. */
  country: 'country',
  /** Null: the language of the settings. */
  language: 'language',
  requestsPerSecond: 'requests_per_second',
  messagesPerDay: 'messages_per_day',
  createdAt: 'created_at',
  suspendedAt: 'suspended_at',
  twoFactorRequired: 'two_factor_required',
})

export type AccountRow = RowOf<typeof accountColumns>

export async function findAccountRow(db: Queryable, id: number): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`select ${accountColumns} from accounts where id = ${id}`.execute(db)
  return rows[0] ?? null
}

export interface AccountsQuestion extends PageQuestion {
  /** A part of the name; null means any name. */
  readonly search: string | null
  /** Only the sub-accounts of this account. */
  readonly parentId?: number
}

export function listAccountRows(
  db: Queryable,
  { search, parentId, ...page }: AccountsQuestion,
): Promise<PageOf<AccountRow>> {
  const wanted = [
    search === null ? sql`true` : sql`lower(name) like ${likeAnywhere(search)}`,
    parentId === undefined ? sql`true` : sql`parent_id = ${parentId}`,
  ]
  return selectLongPage(db, page, {
    columns: accountColumns,
    from: sql`accounts where ${sql.join(wanted, sql` and `)}`,
    order: [[sql`id`, 'asc']],
  })
}

const namedColumns = columnsOf('accounts', {
  id: 'id',
  name: 'name',
  currency: 'currency',
  suspendedAt: 'suspended_at',
})

export async function listNamedAccounts(db: Queryable, ids: readonly number[]): Promise<RowOf<typeof namedColumns>[]> {
  const { rows } = await sql<RowOf<typeof namedColumns>>`
    select ${namedColumns} from accounts where id = any(${ids}::bigint[])
  `.execute(db)
  return rows
}

/** Suspended accounts, the newest first. */
export async function listSuspended(db: Queryable, limit: number): Promise<number[]> {
  const { rows } = await sql<Row<'accounts', 'id'>>`
    select id from accounts where suspended_at is not null order by id desc limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
