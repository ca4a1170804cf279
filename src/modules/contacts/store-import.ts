import { type RawBuilder, sql } from 'kysely'
import type { ImportStatus } from '../../contract/console/contacts.ts'
import { type Queryable, selectPage, type Tx } from '../../engine/db/index.ts'
import type { Column } from '../../values/contact-columns.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { ImportRecord } from './import-rules.ts'

/** The SQL of imports and of their pieces. What reads and writes contacts for them is in `store-import-rows.ts`. */

export interface Import {
  readonly id: number
  readonly bookId: number
  readonly fileName: string
  readonly status: ImportStatus
  readonly reason: string | null
  readonly columns: readonly Column[]
  readonly bytes: number
  readonly rowsTotal: number
  readonly rowsDone: number
  readonly added: number
  readonly updated: number
  readonly invalid: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

const columns = sql`
  i.id, i.book_id as "bookId", i.file_name as "fileName", i.status, i.reason, i.columns, i.bytes, i.rows_total as "rowsTotal", i.rows_done as "rowsDone",
  i.added, i.updated, i.invalid, i.created_at as "createdAt", i.finished_at as "finishedAt"
`

export async function findImport(db: Queryable, accountId: number, id: number): Promise<Import | null> {
  const { rows } =
    await sql<Import>`select ${columns} from contact_imports i where i.account_id = ${accountId} and i.id = ${id}`.execute(
      db,
    )
  return rows[0] ?? null
}

export function listImports(db: Queryable, accountId: number, page: PageQuestion): Promise<PageOf<Import>> {
  return selectPage(db, page, {
    columns,
    from: sql`contact_imports i where i.account_id = ${accountId}`,
    order: [[sql`i.id`, 'desc']],
  })
}

/**
 * Between two pieces of an upload no more than this may pass: after it, whoever uploaded is taken for dead. It is the
 * lease of a row that is not due.
 */
const uploadLease = sql`clock_timestamp() + interval '10 minutes'`

export interface NewImport {
  readonly bookId: number
  readonly fileName: string
  readonly columns: readonly Column[]
}

export async function insertImport(
  db: Queryable,
  accountId: number,
  { bookId, fileName, columns: mapped }: NewImport,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into contact_imports (account_id, book_id, file_name, status, columns, bytes, rows_total, rows_done, added, updated, invalid, created_at, lease_until)
    values (${accountId}, ${bookId}, ${fileName}, 'uploading', ${JSON.stringify(mapped)}::jsonb, 0, 0, 0, 0, 0, 0, ${now}, ${uploadLease})
    returning id
  `.execute(db)
  return rows[0]?.id ?? 0
}

/** How far an upload came. */
export interface Uploaded {
  readonly bytes: number
  readonly rows: number
}

export interface NewPiece {
  readonly place: number
  /** The row of its first record. */
  readonly firstRow: number
  /** As JSON. */
  readonly records: string
}

/** False when the upload was cancelled in the meantime. */
export async function insertPiece(
  db: Queryable,
  accountId: number,
  importId: number,
  piece: NewPiece,
  { bytes, rows: total }: Uploaded,
): Promise<boolean> {
  const { rows } = await sql`
    with upload as (
      update contact_imports
         set bytes = ${bytes}, rows_total = ${total}, lease_until = ${uploadLease}
       where account_id = ${accountId}
         and id = ${importId}
         and status = 'uploading'
      returning id, account_id
    )
    insert into contact_import_pieces (import_id, account_id, place, first_row, records)
    select id, account_id, ${piece.place}::integer, ${piece.firstRow}::integer, ${piece.records}
      from upload
    returning place
  `.execute(db)
  return rows.length > 0
}

/** The whole file is here: from now on it is work. False when it was cancelled in the meantime. */
export async function markUploaded(
  db: Queryable,
  accountId: number,
  importId: number,
  { bytes, rows: total }: Uploaded,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update contact_imports
       set status = 'waiting', due_at = ${now}, lease_until = null, bytes = ${bytes}, rows_total = ${total}
     where account_id = ${accountId}
       and id = ${importId}
       and status = 'uploading'
    returning id
  `.execute(db)
  return rows.length > 0
}

/** An end before its time, or the usual one. What was done stays. False when it had ended already. */
export async function markEnded(
  tx: Tx,
  accountId: number,
  importId: number,
  status: 'done' | 'cancelled' | 'failed',
  reason: string | null,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update contact_imports
       set status = ${status}, reason = ${reason}, finished_at = ${now}, due_at = null, lease_until = null, lease_owner = null
     where account_id = ${accountId}
       and id = ${importId}
       and status in ('uploading', 'waiting')
    returning id
  `.execute(tx)
  return rows.length > 0
}

export interface Piece {
  readonly place: number
  readonly firstRow: number
  readonly records: readonly ImportRecord[]
}

/** The first piece after a place. */
export async function findPieceAfter(db: Queryable, importId: number, place: number): Promise<Piece | null> {
  const { rows } = await sql<{ place: number; firstRow: number; records: string }>`
    select place, first_row as "firstRow", records
      from contact_import_pieces
     where import_id = ${importId}
       and place > ${place}
     order by place
     limit 1
  `.execute(db)
  const [piece] = rows
  return piece ? { ...piece, records: JSON.parse(piece.records) } : null
}

/** What a piece finds when it is taken in hand. */
export interface Taken {
  /** False when another run has done the piece already. */
  readonly isOurs: boolean
  readonly status: ImportStatus
  readonly bookExists: boolean
}

/** With the transaction that does it the piece is gone. */
export async function takePiece(
  tx: Tx,
  accountId: number,
  importId: number,
  bookId: number,
  place: number,
): Promise<Taken> {
  const { rows } = await sql<Taken>`
    with taken as (
      delete from contact_import_pieces
       where account_id = ${accountId}
         and import_id = ${importId}
         and place = ${place}
      returning place
    )
    select exists (select from taken) as "isOurs", i.status,
           exists (select from contact_books b where b.account_id = ${accountId} and b.id = ${bookId}) as "bookExists"
      from contact_imports i
     where i.account_id = ${accountId}
       and i.id = ${importId}
  `.execute(tx)
  return rows[0] ?? { isOurs: false, status: 'failed', bookExists: false }
}

/** A piece that was done is progress: only tries that come to nothing count towards giving up. */
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

/** In steps, because on the embedded engine everybody waits for a statement. */
const piecesAtOnce = 50

/** What was read and will not be done. */
export async function deletePieces(db: Queryable, accountId: number, importId: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      delete from contact_import_pieces
       where account_id = ${accountId}
         and import_id = ${importId}
         and place in (select place from contact_import_pieces where import_id = ${importId} order by place limit ${piecesAtOnce})
      returning place
    `.execute(db)
    if (rows.length === 0) return
  }
}

/** Whoever uploaded it is taken for dead. */
const isDead = sql<boolean>`lease_until < clock_timestamp()`

/**
 * An upload that broke off leaves nothing. One that is work by now, because only the news of it was lost, keeps all it
 * has.
 */
export const deleteUpload = (db: Queryable, accountId: number, importId: number) =>
  deleteUploadIf(db, accountId, importId, sql<boolean>`true`)

/** Looked at again: since it was listed, the upload may have gone on. */
export const deleteDeadUpload = (db: Queryable, accountId: number, importId: number) =>
  deleteUploadIf(db, accountId, importId, isDead)

async function deleteUploadIf(
  db: Queryable,
  accountId: number,
  importId: number,
  condition: RawBuilder<boolean>,
): Promise<void> {
  const { rows } = await sql`
    delete from contact_imports
     where account_id = ${accountId}
       and id = ${importId}
       and status = 'uploading'
       and ${condition}
    returning id
  `.execute(db)
  if (rows.length > 0) await deletePieces(db, accountId, importId)
}

/** Whose import. */
interface ImportKey {
  readonly accountId: number
  readonly id: number
}

/** Of uploads whose process died, and of imports that ended while their pieces could not be deleted. */
export async function listLeftPieces(
  db: Queryable,
): Promise<{ readonly dead: readonly ImportKey[]; readonly ended: readonly ImportKey[] }> {
  const dead =
    await sql<ImportKey>`select account_id as "accountId", id from contact_imports where status = 'uploading' and ${isDead}`.execute(
      db,
    )
  const ended = await sql<ImportKey>`
    select distinct p.account_id as "accountId", p.import_id as id
      from contact_import_pieces p
     where not exists (select from contact_imports i where i.id = p.import_id and i.status in ('uploading', 'waiting'))
  `.execute(db)
  return { dead: dead.rows, ended: ended.rows }
}

export async function listImportsEndedBefore(db: Queryable, time: Date): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select id from contact_imports where finished_at < ${time} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function deleteImport(db: Queryable, id: number): Promise<void> {
  await sql`delete from contact_imports where id = ${id}`.execute(db)
}

/**
 * What the database would do by itself in a minute: until then, a search would look through all that is new one by one,
 * and the planner know nothing of it.
 */
export async function tidyContacts(db: Queryable): Promise<void> {
  await sql`select gin_clean_pending_list('contacts_search')`.execute(db)
  await sql`analyze contacts, contact_memberships`.execute(db)
}

/** So many at once are watched: of more, the others are seen when their turn comes. */
const watchedMax = 20

/** Another text when an import of an account begins, gets on, or ends. */
export const importsMark = (accountId: RawBuilder<unknown>) => sql`concat_ws('; ',
  (select concat_ws(' ', id, status, rows_total) from contact_imports where account_id = ${accountId} order by id desc limit 1),
  (select string_agg(concat_ws(' ', id, rows_done), ', ' order by id)
     from (select id, rows_done from contact_imports where account_id = ${accountId} and due_at is not null order by due_at limit ${watchedMax}) under_way)
)`
