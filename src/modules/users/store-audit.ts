import { type RawBuilder, sql } from 'kysely'
import type { AuditResult } from '../../contract/console/audit.ts'
import { columnsOf, type Queryable, type Row, type RowOf, selectPage } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { Actor } from './rules.ts'

const keptDays = 730
/** The same read by the same actor is recorded once in so many minutes. */
const readMinutes = 10

/** Links an account to a parent. */
const parentAction = 'account.parent'

interface NewEntry {
  readonly actor: Actor | null
  readonly accountId: number | null
  readonly address: string | null
  readonly action: string
  readonly params: Readonly<Record<string, unknown>>
}

/** By the clock of the database: the other one is moved in staging, by people whose changes stand here. */
export async function insertEntry(db: Queryable, entry: NewEntry): Promise<number> {
  const { rows } = await sql<Row<'audit_entries', 'id'>>`${insertionOf(entry)} returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** A page that is open reads the same again and again: null when the same actor has a recent entry for it. */
export async function insertRead(db: Queryable, entry: NewEntry): Promise<number | null> {
  const { rows } = await sql<Row<'audit_entries', 'id'>>`
    ${insertionOf(entry)}
     where not exists (select
                         from audit_entries
                        where at > now() - make_interval(mins => ${readMinutes})
                          and actor = ${nameOf(entry)}
                          and action = ${entry.action}
                          and params = ${JSON.stringify(entry.params)}::jsonb)
    returning id
  `.execute(db)
  return rows[0]?.id ?? null
}

const nameOf = ({ actor }: NewEntry) => actor?.name ?? 'anyone'

const insertionOf = (entry: NewEntry) => sql`
    insert into audit_entries (at, account_id, user_id, actor, by_parent, address, action, params)
    select now(), ${entry.accountId}::bigint, ${entry.actor?.userId ?? null}, ${nameOf(entry)}, ${entry.actor?.byParent ?? false}::boolean, ${entry.address}, ${entry.action}, ${JSON.stringify(entry.params)}::jsonb
`

export async function deleteEntry(db: Queryable, id: number): Promise<void> {
  await sql`delete from audit_entries where id = ${id}`.execute(db)
}

/** What is known of a request once it has an answer. */
export interface Outcome {
  readonly status: number
  readonly detail: unknown
  /** Only for a request whose path named no account, and whose handler found it. */
  readonly accountId: number | null
  /** Only for somebody who has signed in just now. */
  readonly signedIn: { readonly userId: string | null; readonly email: string | null } | null
}

export async function markEntry(
  db: Queryable,
  id: number,
  { status, detail, accountId, signedIn }: Outcome,
): Promise<void> {
  await sql`
    update audit_entries
       set status = ${status},
           detail = ${detail === null ? null : JSON.stringify(detail)}::jsonb,
           account_id = coalesce(account_id, ${accountId}),
           user_id = coalesce(user_id, ${signedIn?.userId ?? null}),
           actor = coalesce(${signedIn?.email ?? null},
                            (select email from auth_users where id = ${signedIn?.userId ?? null}),
                            actor)
     where id = ${id}
  `.execute(db)
}

type Details = Readonly<Record<string, unknown>>

/** Members of a sub-account learn neither who acts for its parent, nor from where. */
const namesFor = (seesParent: boolean) => ({
  actor: seesParent ? sql<string>`actor` : sql<string>`case when by_parent then 'administrator' else actor end`,
  address: seesParent
    ? sql<string | null>`address`
    : sql<string | null>`case when by_parent then null else address end`,
})

const columnsFor = (seesParent: boolean) =>
  columnsOf('audit_entries', {
    id: 'id',
    at: 'at',
    accountId: 'account_id',
    ...namesFor(seesParent),
    action: 'action',
    params: 'params',
    status: 'status',
    detail: 'detail',
  }).narrow<{ params: Details; detail: Details | null }>()

export type AuditEntry = RowOf<ReturnType<typeof columnsFor>>

/** Who reads the entries of an account. */
export interface AuditAudience {
  readonly accountId: number
  /** Otherwise nothing tells that the account has a parent. */
  readonly seesParent: boolean
}

/** Null is all of them. */
export interface AuditFilter {
  readonly actor: string | null
  readonly action: string | null
  readonly accountId: number | null
  readonly result: AuditResult | null
  readonly address: string | null
  /** The first moment that counts, and the first that does not any more. */
  readonly from: Date | null
  readonly to: Date | null
}

const withResult: Readonly<Record<AuditResult, RawBuilder<unknown>>> = {
  done: sql`status < 400`,
  refused: sql`status between 400 and 499`,
  failed: sql`status >= 500`,
  unknown: sql`status is null`,
}

const seesAll = (audience: AuditAudience | null) => audience === null || audience.seesParent

/** A filter compares what the audience sees: nobody can guess what is hidden from them. */
function entriesFor(
  audience: AuditAudience | null,
  { actor, action, accountId, result, address, from, to }: AuditFilter,
): RawBuilder<unknown> {
  const names = namesFor(seesAll(audience))
  const account = audience?.accountId ?? accountId
  const wanted = [
    sql`true`,
    ...(account === null ? [] : [sql`account_id = ${account}`]),
    ...(seesAll(audience) ? [] : [sql`action <> ${parentAction}`]),
    ...(actor === null ? [] : [sql`${names.actor} = ${actor}`]),
    ...(action === null ? [] : [sql`action = ${action}`]),
    ...(result === null ? [] : [withResult[result]]),
    ...(address === null ? [] : [sql`${names.address} = ${address}`]),
    ...(from === null ? [] : [sql`at >= ${from}`]),
    ...(to === null ? [] : [sql`at < ${to}`]),
  ]
  return sql`audit_entries where ${sql.join(wanted, sql` and `)}`
}

/** Newest first; of one account, or of all for operators. */
export const listEntries = (
  db: Queryable,
  audience: AuditAudience | null,
  filter: AuditFilter,
  page: PageQuestion,
): Promise<PageOf<AuditEntry>> =>
  selectPage(db, page, {
    columns: columnsFor(seesAll(audience)),
    from: entriesFor(audience, filter),
    order: [[sql`id`, 'desc']],
  })

/** The next ones that are older; from the newest on when nothing is said. */
export async function listEntriesBefore(
  db: Queryable,
  audience: AuditAudience | null,
  filter: AuditFilter,
  beforeId: number | null,
  limit: number,
): Promise<AuditEntry[]> {
  const { rows } = await sql<AuditEntry>`
    select ${columnsFor(seesAll(audience))}
      from ${entriesFor(audience, filter)}
       ${beforeId === null ? sql`` : sql`and id < ${beforeId}`}
     order by id desc
     limit ${limit}
  `.execute(db)
  return rows
}

export async function deleteOldEntries(db: Queryable): Promise<void> {
  await sql`delete from audit_entries where at < now() - make_interval(days => ${keptDays})`.execute(db)
}
