import { type RawBuilder, sql } from 'kysely'
import { type AuditResult, parentActor } from '../../contract/console/audit.ts'
import { columnsOf, type Queryable, type Row, type RowOf, run, selectLongPage } from '../../engine/db/index.ts'
import type { PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import type { Actor } from './rules.ts'

/** The same read by the same actor is logged once in this time. */
const readMinutes = 10

/** The detail without the change of the parent, which members of a sub-account must not see. */
export const shownDetail = sql<Details | null>`(detail - 'parentId')`

/** False for a change of the account that shows nothing without the parent. */
export const isShown = sql`(action <> 'account.change' or coalesce(${shownDetail} <> '{}', true))`

interface NewEntry {
  readonly actor: Actor | null
  readonly accountId: number | null
  readonly address: string | null
  readonly action: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Uses the database clock: staging users can move the other clock, and could hide their own changes. */
export const insertEntry = async (db: Queryable, entry: NewEntry) =>
  (await run.value<Row<'audit_entries', 'id'>>(db)`${insertionOf(entry)} returning id`) ?? 0

/** Null when the same actor has a recent entry for the same read: an open page repeats its requests. */
export const insertRead = (db: Queryable, entry: NewEntry) => run.value<Row<'audit_entries', 'id'>>(db)`
  ${insertionOf(entry)}
   where not exists (select
                       from audit_entries
                      where at > now() - make_interval(mins => ${readMinutes})
                        and actor = ${nameOf(entry)}
                        and action = ${entry.action}
                        and account_id is not distinct from ${entry.accountId}::bigint
                        and params = ${JSON.stringify(entry.params)}::jsonb)
  returning id
`

const nameOf = ({ actor }: NewEntry) => actor?.name ?? 'anyone'

const insertionOf = (entry: NewEntry) => sql`
    insert into audit_entries (at, account_id, user_id, actor, by_parent, address, action, params)
    select now(), ${entry.accountId}::bigint, ${entry.actor?.userId ?? null}, ${nameOf(entry)}, ${entry.actor?.byParent ?? false}::boolean, ${entry.address}, ${entry.action}, ${JSON.stringify(entry.params)}::jsonb
`

export const deleteEntry = (db: Queryable, id: number) => run.write(db)`delete from audit_entries where id = ${id}`

export interface Outcome {
  readonly status: number
  readonly detail: unknown
  /** Set when the path names no account but the handler found one. */
  readonly accountId: number | null
  /** Set for a user who has just signed in. */
  readonly signedIn: { readonly userId: string | null; readonly email: string | null } | null
}

export const markEntry = (db: Queryable, id: number, { status, detail, accountId, signedIn }: Outcome) => run.write(db)`
  update audit_entries
     set status = ${status},
         detail = ${detail === null ? null : JSON.stringify(detail)}::jsonb,
         account_id = coalesce(account_id, ${accountId}),
         user_id = coalesce(user_id, ${signedIn?.userId ?? null}),
         actor = coalesce(${signedIn?.email ?? null},
                          (select email from auth_users where id = ${signedIn?.userId ?? null}),
                          actor)
   where id = ${id}
`

type Details = Readonly<Record<string, unknown>>

/** Members of a sub-account must not see who acts for its parent. */
export const shownActor = sql<string>`case when by_parent then ${parentActor} else actor end`

/** For members of a sub-account also without the address. */
const namesFor = (seesParent: boolean) => ({
  actor: seesParent ? sql<string>`actor` : shownActor,
  address: seesParent
    ? sql<string | null>`address`
    : sql<string | null>`case when by_parent then null else address end`,
})

const columnsFor = (seesParent: boolean) =>
  columnsOf('audit_entries', 'id, at, account_id, action, params, status', {
    ...namesFor(seesParent),
    detail: seesParent ? sql<Details | null>`detail` : shownDetail,
  }).narrow<{ params: Details }>()

export type AuditEntry = RowOf<ReturnType<typeof columnsFor>>

export interface AuditAudience {
  readonly accountId: number
  /** If false, nothing may reveal that the account has a parent. */
  readonly seesParent: boolean
}

/** Null means no filter. */
export interface AuditFilter {
  readonly actor: string | null
  readonly action: string | null
  readonly accountId: number | null
  readonly result: AuditResult | null
  readonly address: string | null
  /** `from` is inclusive, `to` is exclusive. */
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

/** Filters apply to the visible values, so that hidden values cannot be guessed. */
function entriesFor(
  audience: AuditAudience | null,
  { actor, action, accountId, result, address, from, to }: AuditFilter,
): RawBuilder<unknown> {
  const names = namesFor(seesAll(audience))
  const account = audience?.accountId ?? accountId
  const wanted = [
    sql`true`,
    ...(account === null ? [] : [sql`account_id = ${account}`]),
    ...(seesAll(audience) ? [] : [isShown]),
    ...(actor === null ? [] : [sql`${names.actor} = ${actor}`]),
    ...(action === null ? [] : [sql`action = ${action}`]),
    ...(result === null ? [] : [withResult[result]]),
    ...(address === null ? [] : [sql`${names.address} = ${address}`]),
    ...(from === null ? [] : [sql`at >= ${from}`]),
    ...(to === null ? [] : [sql`at < ${to}`]),
  ]
  return sql`audit_entries where ${sql.join(wanted, sql` and `)}`
}

/** Newest first, of one account, or of all accounts for operators. */
export const listEntries = (
  db: Queryable,
  audience: AuditAudience | null,
  filter: AuditFilter,
  place: Place,
): Promise<PageOf<AuditEntry>> =>
  selectLongPage(db, place, {
    columns: columnsFor(seesAll(audience)),
    from: entriesFor(audience, filter),
    order: [[sql`id`, 'desc']],
  })

/** The next older entries; starts with the newest when there is no position. */
export const listEntriesBefore = (
  db: Queryable,
  audience: AuditAudience | null,
  filter: AuditFilter,
  beforeId: number | null,
  limit: number,
) => run.all<AuditEntry>(db)`
  select ${columnsFor(seesAll(audience))}
    from ${entriesFor(audience, filter)}
     ${beforeId === null ? sql`` : sql`and id < ${beforeId}`}
   order by id desc
   limit ${limit}
`
