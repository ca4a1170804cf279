import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run, selectPage, type Tx } from '../../../engine/db/index.ts'
import type { Column } from '../../../values/contact-columns.ts'
import type { PageOf } from '../../../values/page.ts'
import type { Place } from '../../../values/place.ts'

/** SQL of imports. Pieces are in `store-pieces.ts`, reports in `store-rows.ts`. */

const columns = columnsOf(
  { i: 'contact_imports' },
  `i.id, i.book_id, i.file_name, i.status, i.reason, i.columns, i.bytes, i.rows_total, i.rows_done, i.added,
   i.updated, i.invalid, i.created_at, i.finished_at`,
).narrow<{ columns: readonly Column[] }>()

export type Import = RowOf<typeof columns>

export const findImport = (db: Queryable, accountId: number, id: number) =>
  run.first<Import>(db)`select ${columns} from contact_imports i where i.account_id = ${accountId} and i.id = ${id}`

export const listImports = (db: Queryable, accountId: number, place: Place): Promise<PageOf<Import>> =>
  selectPage(db, place, {
    columns,
    from: sql`contact_imports i where i.account_id = ${accountId}`,
    order: [[sql`i.id`, 'desc']],
  })

/** Ends an import, early or regularly. Imported contacts stay. False when it has already ended. */
export const markEnded = (
  tx: Tx,
  accountId: number,
  importId: number,
  status: 'done' | 'cancelled' | 'failed',
  reason: string | null,
  now: Date,
) => run.hasRows(tx)`
    update contact_imports
       set status = ${status}, reason = ${reason}, finished_at = ${now}, due_at = null, lease_until = null, lease_owner = null
     where account_id = ${accountId}
       and id = ${importId}
       and status in ('uploading', 'waiting')
    returning id
  `

/** Each finished piece resets the attempts: only attempts without progress count towards giving up. */
export async function addProgress(
  tx: Tx,
  accountId: number,
  importId: number,
  done: { rows: number; added: number; updated: number; invalid: number },
): Promise<void> {
  await sql`
    update contact_imports
       set rows_done = rows_done + ${done.rows}, added = added + ${done.added}, updated = updated + ${done.updated}, invalid = invalid + ${done.invalid}, attempts = 1
     where account_id = ${accountId}
       and id = ${importId}
  `.execute(tx)
}

/**
 * PostgreSQL does this by itself within a minute. Until then, searches scan all new entries, and the planner has no
 * statistics.
 */
export async function tidyContacts(db: Queryable): Promise<void> {
  await sql`select gin_clean_pending_list('contacts_search')`.execute(db)
  await sql`analyze contacts, contact_memberships`.execute(db)
}

/** The number of imports that are watched at once. */
const watchedMax = 20

/** Changes when an import of an account starts, progresses or ends. */
export const importsMark = (accountId: RawBuilder<unknown>) => sql`concat_ws('; ',
  (select concat_ws(' ', id, status, rows_total) from contact_imports where account_id = ${accountId} order by id desc limit 1),
  (select string_agg(concat_ws(' ', id, rows_done), ', ' order by id)
     from (select id, rows_done from contact_imports where account_id = ${accountId} and due_at is not null order by due_at limit ${watchedMax}) under_way)
)`
