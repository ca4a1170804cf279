import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, run, type Tx } from '../../../engine/db/index.ts'
import type { Column } from '../../../values/contact-columns.ts'
import type { ImportRecord } from './rules.ts'
import type { Import } from './store.ts'

/** SQL of uploaded files and their pieces. */

/** An upload without a new piece for this long is considered dead. Stored as the lease of a row that is not due. */
const uploadLease = sql`clock_timestamp() + interval '10 minutes'`

export interface NewImport {
  readonly bookId: number
  readonly fileName: string
  readonly columns: readonly Column[]
}

export async function insertImport(db: Queryable, accountId: number, upload: NewImport, now: Date) {
  const { rows } = await sql<Row<'contact_imports', 'id'>>`
    insert into contact_imports (account_id, book_id, file_name, status, columns, bytes, rows_total, rows_done, added, updated, invalid, created_at, lease_until)
    values (${accountId}, ${upload.bookId}, ${upload.fileName}, 'uploading', ${JSON.stringify(upload.columns)}::jsonb, 0, 0, 0, 0, 0, 0, ${now}, ${uploadLease})
    returning id
  `.execute(db)
  return rows[0]?.id ?? 0
}

/** The size of a finished upload. */
export interface Uploaded {
  readonly bytes: number
  readonly rows: number
}

const pieceColumns = columnsOf('contact_import_pieces', {
  place: 'place',
  /** The number of the first row in the piece. */
  firstRow: 'first_row',
  /** As JSON. */
  records: 'records',
})

type PieceRow = RowOf<typeof pieceColumns>

export interface Piece extends Omit<PieceRow, 'records'> {
  readonly records: readonly ImportRecord[]
}

/** False when the upload was cancelled in the meantime. */
export const insertPiece = (
  db: Queryable,
  accountId: number,
  importId: number,
  piece: PieceRow,
  { bytes, rows: total }: Uploaded,
) => run.hasRows(db)`
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
  `

/** Marks the upload as complete, so that workers can claim it. False when it was cancelled in the meantime. */
export const markUploaded = (
  db: Queryable,
  accountId: number,
  importId: number,
  { bytes, rows: total, columns }: Uploaded & Pick<NewImport, 'columns'>,
  now: Date,
) => run.hasRows(db)`
    update contact_imports
       set status = 'waiting', due_at = ${now}, lease_until = null, bytes = ${bytes}, rows_total = ${total}, columns = ${JSON.stringify(columns)}::jsonb
     where account_id = ${accountId}
       and id = ${importId}
       and status = 'uploading'
    returning id
  `

/** The next piece after a position. */
export async function findPieceAfter(db: Queryable, importId: number, place: number): Promise<Piece | null> {
  const { rows } = await sql<PieceRow>`
    select ${pieceColumns}
      from contact_import_pieces
     where import_id = ${importId}
       and place > ${place}
     order by place
     limit 1
  `.execute(db)
  const [piece] = rows
  return piece ? { ...piece, records: JSON.parse(piece.records) } : null
}

/** The state of the import when a piece is claimed. */
export interface ClaimedPiece {
  /** False when another run has already processed the piece. */
  readonly isOurs: boolean
  readonly status: Import['status']
  readonly bookExists: boolean
}

/** Deletes the piece in the transaction that processes it. */
export async function takePiece(tx: Tx, accountId: number, importId: number, bookId: number, place: number) {
  const { rows } = await sql<ClaimedPiece>`
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

/** In steps, because the embedded engine runs one statement at a time. */
const piecesAtOnce = 50

/** Deletes pieces that will not be processed. */
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

/** The uploading process is considered dead. */
const isDead = sql<boolean>`lease_until < clock_timestamp()`

/** Deletes an interrupted upload. If it was completed and only the response was lost, nothing is deleted. */
export async function deleteUpload(db: Queryable, accountId: number, importId: number, condition = sql`true`) {
  const isDeleted = await run.hasRows(db)`
    delete from contact_imports
     where account_id = ${accountId}
       and id = ${importId}
       and status = 'uploading'
       and ${condition}
    returning id
  `
  if (isDeleted) await deletePieces(db, accountId, importId)
}

/** Checks again, because the upload may have continued since it was listed. */
export const deleteDeadUpload = (db: Queryable, accountId: number, importId: number) =>
  deleteUpload(db, accountId, importId, isDead)

const deadColumns = columnsOf('contact_imports', { accountId: 'account_id', id: 'id' })

/** Uploads whose process died. */
export const listDeadUploads = (db: Queryable) =>
  run.all<RowOf<typeof deadColumns>>(db)`
    select ${deadColumns} from contact_imports where status = 'uploading' and ${isDead}
  `

const endedColumns = columnsOf({ p: 'contact_import_pieces' }, { accountId: 'p.account_id', id: 'p.import_id' })

/** Finished imports whose pieces could not be deleted. */
export const listEndedWithPieces = (db: Queryable) =>
  run.all<RowOf<typeof endedColumns>>(db)`
    select distinct ${endedColumns}
      from contact_import_pieces p
     where not exists (select from contact_imports i where i.id = p.import_id and i.status in ('uploading', 'waiting'))
  `
