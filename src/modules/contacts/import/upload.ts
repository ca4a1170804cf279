import type { Readable } from 'node:stream'
import { importBytesMax } from '../../../contract/account/contact-routes.ts'
import { openPiece, readCsv, tooManyRows } from '../../../engine/csv/index.ts'
import type { Tx } from '../../../engine/db/index.ts'
import { type Column, isNewField } from '../../../values/contact-columns.ts'
import { refuse } from '../../../values/refusal.ts'
import { getBook } from '../books.ts'
import { type ContactsContext, changeContacts } from '../context.ts'
import { fieldExists } from '../fields/errors.ts'
import { insertField, listFields, listRemovedKeys } from '../fields/store.ts'
import { defineFields, type Mapping, readHeader, reuseFields } from './columns.ts'
import { numberColumnMissing } from './errors.ts'
import { pickCells } from './rules.ts'
import { findImport } from './store.ts'
import { deleteUpload, insertImport, insertPiece, markUploaded } from './store-pieces.ts'

const rowsMax = 5_000_000
export const csvLimits = { bytesMax: importBytesMax, recordCharactersMax: 65_536 } as const

export interface UploadRequest {
  readonly bookId: number
  readonly fileName: string
  readonly mapping: Mapping
}

/**
 * Streams a file into pieces, each stored in its own statement so that it blocks nobody for long. Processing starts
 * after the upload. A refused or interrupted upload leaves nothing behind.
 */
export async function uploadImport(ctx: ContactsContext, accountId: number, request: UploadRequest, source: Readable) {
  const { bookId, fileName, mapping } = request
  await getBook(ctx.db, accountId, bookId)
  const fields = await listFields(ctx.db, accountId)
  let upload: Upload | null = null
  try {
    for await (const { records, bytes, delimiter } of readCsv(source, csvLimits)) {
      let rows = records
      if (upload === null) {
        const [header, ...others] = records
        if (header === undefined) continue
        const columns = readHeader(header, delimiter, mapping, fields)
        if (!columns.some(({ field }) => field === 'phone'))
          throw numberColumnMissing(columns.map(({ column }) => column))
        // Rejects invalid new fields before the file is read. They are created when it is complete.
        defineFields(columns, fields, [])
        const id = await insertImport(ctx.db, accountId, { bookId, fileName, columns }, ctx.clock.now())
        upload = openUpload(ctx, accountId, id, columns)
        rows = others
      }
      await upload.add(rows, bytes)
    }
    if (upload === null) throw refuse('file_empty')
    await upload.finish()
  } catch (error) {
    // If the database is unreachable, a periodic task deletes it later.
    if (upload !== null)
      await deleteUpload(ctx.db, accountId, upload.id).catch((err) =>
        ctx.log.warn({ err }, 'failed to delete an interrupted upload'),
      )
    throw error
  }
  ctx.work.announce('contact_imports')
  const uploaded = await findImport(ctx.db, accountId, upload.id)
  if (uploaded === null) throw refuse('import_cancelled')
  return uploaded
}

type Upload = ReturnType<typeof openUpload>

/** Splits rows into pieces, and stores one piece while the next is read. */
function openUpload(ctx: ContactsContext, accountId: number, id: number, columns: readonly Column[]) {
  const { db, clock } = ctx
  const indexes = columns.flatMap(({ field }, index) => (field === null ? [] : [index]))
  const phoneIndex = columns.findIndex(({ field }) => field === 'phone')
  const piece = openPiece(db.engine)
  let place = 0
  let rows = 0
  let bytes = 0
  let storing: Promise<boolean> = Promise.resolve(true)

  async function store(): Promise<void> {
    const firstRow = rows - piece.size + 1
    const records = piece.take()
    if (!(await storing)) throw refuse('import_cancelled')
    storing = insertPiece(db, accountId, id, { place, firstRow, records }, { bytes, rows })
    // The error is handled where the promise is awaited; until then it must not end the process.
    storing.catch(() => {})
    place += 1
  }

  return {
    id,
    async add(records: readonly (readonly string[])[], read: number) {
      bytes = read
      for (const record of records) {
        rows += 1
        if (rows > rowsMax) throw tooManyRows(rowsMax)
        if (piece.add(pickCells(record, columns.length, indexes, phoneIndex))) await store()
      }
    },
    async finish() {
      if (rows === 0) throw refuse('file_without_rows')
      if (piece.size > 0) await store()
      if (!(await storing)) throw refuse('import_cancelled')
      const uploaded = { bytes, rows, columns }
      const isMarked = columns.some(({ field }) => isNewField(field))
        ? await changeContacts(ctx, accountId, async (tx, now) => {
            const created = await createFields(tx, accountId, columns, now)
            return markUploaded(tx, accountId, id, { ...uploaded, columns: created }, now)
          })
        : await markUploaded(db, accountId, id, uploaded, clock.now())
      if (!isMarked) throw refuse('import_cancelled')
    },
  }
}

/** Creates the new fields of a file, and returns its columns with their keys. */
async function createFields(tx: Tx, accountId: number, columns: readonly Column[], now: Date) {
  const fields = await listFields(tx, accountId)
  const reused = reuseFields(columns, fields)
  const { columns: defined, added } = defineFields(reused, fields, await listRemovedKeys(tx, accountId))
  for (const field of added) if ((await insertField(tx, accountId, field, now)) === null) throw fieldExists(field.name)
  return defined
}
