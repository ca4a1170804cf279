import { sql } from 'kysely'
import type { AccountChange } from '../../contract/account/account.ts'
import { columnsOf, type Queryable, type Row, type RowOf, run, selectLongPage, type Tx } from '../../engine/db/index.ts'
import { likeAnywhere } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import { endsAt } from './store.ts'

export interface NewAccount {
  readonly name: string
  readonly parentId: number | null
  /** Null or missing: the country of the settings. */
  readonly country?: string | null
  /** A sender ID to create and approve. */
  readonly sender?: string | null
}

export async function insertAccount(tx: Tx, { name, parentId, country = null }: NewAccount, now: Date) {
  const id = await run.value<Row<'accounts', 'id'>>(tx)`
    insert into accounts (name, parent_id, country, created_at)
    values (${name}, ${parentId}, ${country}, ${now})
    returning id
  `
  return id ?? 0
}

/** False for all but one of the processes that start on an empty database at the same time. */
export const insertFirstAccount = (tx: Tx, id: number, name: string, now: Date) => run.hasRows(tx)`
  insert into accounts (id, name, created_at)
  values (${id}, ${name}, ${now})
      on conflict (id) do nothing
  returning id
`

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

export async function findSettings(db: Queryable, accountId: number) {
  const found = await run.first<RowOf<typeof selectedSettings>>(db)`
    select ${selectedSettings} from accounts where id = ${accountId}
  `
  if (found === null) throw new Error(`account ${accountId} does not exist`)
  return found
}

/** Missing fields keep their value. */
export async function updateAccount(tx: Tx, accountId: number, change: NewSettings): Promise<void> {
  const values = Object.entries(settingColumns).flatMap(([name, column]) => {
    const value = change[name as keyof typeof settingColumns]
    return value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`]
  })
  if (values.length > 0) await sql`update accounts set ${sql.join(values)} where id = ${accountId}`.execute(tx)
}

export const findAccountLanguage = (db: Queryable, accountId: number) => run.value<Row<'accounts', 'language'>>(db)`
  select language from accounts where id = ${accountId}
`

export const findAccountCountry = (db: Queryable, accountId: number) => run.value<Row<'accounts', 'country'>>(db)`
  select country from accounts where id = ${accountId}
`

/** Null for the country of the settings. */
export const listAccountCountries = (db: Queryable) => run.values<Row<'accounts', 'country'>>(db)`
  select distinct country from accounts
`

/** Ordered by id to avoid deadlocks. Sends do not wait for this lock. */
export const lockAccounts = (tx: Tx, ids: readonly number[]) => run.write(tx)`
  select from accounts where id = any(${ids}::bigint[]) order by id for no key update
`

const familyColumns = columnsOf(
  { a: 'accounts' },
  {
    id: 'a.id',
    parentId: 'a.parent_id',
    hasChildren: sql<boolean>`exists (select from accounts c where c.parent_id = a.id)`,
  },
)

/** Read this after the lock: a statement that waits for a lock may see an older state of the sub-accounts. */
export const findFamily = (tx: Tx, id: number) => run.first<RowOf<typeof familyColumns>>(tx)`
  select ${familyColumns} from accounts a where a.id = ${id}
`

/** The currency is kept when that of the server changes. Null: the country and the language of the settings. */
const accountColumns = columnsOf(
  'accounts',
  `id, name, parent_id, requests_per_second, messages_per_day, created_at, suspended_at, two_factor_required,
   currency, country, language`,
)

export type AccountRow = RowOf<typeof accountColumns>

export const findAccountRow = (db: Queryable, id: number) => run.first<AccountRow>(db)`
  select ${accountColumns} from accounts where id = ${id}
`

export interface AccountsQuery {
  readonly place: Place
  /** A part of the name; null means any name. */
  readonly search: string | null
  /** Only the sub-accounts of this account. */
  readonly parentId?: number
}

export function listAccountRows(db: Queryable, { search, parentId, place }: AccountsQuery) {
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

export const listNamedAccounts = (db: Queryable, ids: readonly number[]) => run.all<RowOf<typeof namedColumns>>(db)`
  select ${namedColumns} from accounts where id = any(${ids}::bigint[])
`

export const listSuspended = (db: Queryable, limit: number) => run.values<Row<'accounts', 'id'>>(db)`
  select id from accounts where suspended_at is not null order by id desc limit ${limit}
`

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
export async function countParts(db: Queryable, accountId: number, now: Date) {
  const columns = countsOf(accountId, now)
  const counts = await run.first<RowOf<typeof columns>>(db)`select ${columns} from accounts where id = ${accountId}`
  if (counts === null) throw new Error(`account ${accountId} does not exist`)
  return counts
}
