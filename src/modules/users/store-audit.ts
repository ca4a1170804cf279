import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, selectPage } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { Actor } from './rules.ts'

const keptDays = 730

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
export async function insertEntry(
  db: Queryable,
  { actor, accountId, address, action, params }: NewEntry,
): Promise<number> {
  const { rows } = await sql<Row<'audit_entries', 'id'>>`
    insert into audit_entries (at, account_id, user_id, actor, by_parent, address, action, params)
    values (now(), ${accountId}, ${actor?.userId ?? null}, ${actor?.name ?? 'anyone'}, ${actor?.byParent ?? false}, ${address}, ${action}, ${JSON.stringify(params)}::jsonb)
    returning id
  `.execute(db)
  return rows[0]?.id ?? 0
}

export async function deleteEntry(db: Queryable, id: number): Promise<void> {
  await sql`delete from audit_entries where id = ${id}`.execute(db)
}

export async function markEntry(db: Queryable, id: number, status: number, detail: unknown): Promise<void> {
  await sql`
    update audit_entries
       set status = ${status}, detail = ${detail === null ? null : JSON.stringify(detail)}::jsonb
     where id = ${id}
  `.execute(db)
}

type Details = Readonly<Record<string, unknown>>

const columnsFor = (seesParent: boolean) =>
  columnsOf('audit_entries', {
    id: 'id',
    at: 'at',
    accountId: 'account_id',
    actor: seesParent ? 'actor' : sql<string>`case when by_parent then 'administrator' else actor end`,
    address: seesParent ? 'address' : sql<string | null>`case when by_parent then null else address end`,
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

/** Newest first; of one account, or of all for operators. */
export function listEntries(
  db: Queryable,
  audience: AuditAudience | null,
  page: PageQuestion,
): Promise<PageOf<AuditEntry>> {
  const seesParent = audience === null || audience.seesParent
  const wanted = [
    audience === null ? sql`true` : sql`account_id = ${audience.accountId}`,
    seesParent ? sql`true` : sql`action <> ${parentAction}`,
  ]
  return selectPage(db, page, {
    columns: columnsFor(seesParent),
    from: sql`audit_entries where ${sql.join(wanted, sql` and `)}`,
    order: [[sql`id`, 'desc']],
  })
}

export async function deleteOldEntries(db: Queryable): Promise<void> {
  await sql`delete from audit_entries where at < now() - make_interval(days => ${keptDays})`.execute(db)
}
