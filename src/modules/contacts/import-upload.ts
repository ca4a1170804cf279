import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { fileEmpty, fileWithoutRows, readCsv, tooManyRows } from '../../engine/csv/index.ts'
import { type Choice, type Column, findUnknownChoice, mapColumns } from '../../values/contact-columns.ts'
import { bookMissing } from './errors.ts'
import { columnUnknown, numberColumnMissing, tooManyColumns, uploadCancelled } from './import-errors.ts'
import { pickCells } from './import-rules.ts'
import { findBook } from './store-books.ts'
import { findImport, type Import } from './store-import.ts'
import { deleteUpload, insertImport, insertPiece, markUploaded } from './store-import-pieces.ts'

export const fileBytesMax = 2 ** 30
const rowsMax = 5_000_000
const recordCharactersMax = 65_536
const columnsMax = 1_000
/**
 * As many rows as are done at once: few enough that nobody waits long for the account's row, or for the embedded
 * engine.
 */
const pieceRowsMax = { postgres: 1_000, embedded: 250 } as const
/** Rows may be long, and what is read waits in memory until its piece is full. */
const pieceCharactersMax = 2 ** 20

export interface UploadRequest {
  readonly bookId: number
  readonly fileName: string
  readonly choices: readonly Choice[]
}

/**
 * Reads a file as it comes and keeps its rows in pieces, each in a statement of its own: nobody waits for the whole of
 * it. Once all of it is there it becomes work. One that is refused or breaks off half-way leaves nothing.
 */
export async function uploadImport(
  ctx: Context,
  accountId: number,
  request: UploadRequest,
  source: Readable,
): Promise<Import> {
  const { bookId, fileName, choices } = request
  if ((await findBook(ctx.db, accountId, bookId)) === null) throw bookMissing()
  let upload: Upload | null = null
  try {
    for await (const { records, bytes } of readCsv(source, { bytesMax: fileBytesMax, recordCharactersMax })) {
      let rows = records
      if (upload === null) {
        const [header, ...others] = records
        if (header === undefined) continue
        const columns = readHeader(header, choices)
        upload = openUpload(
          ctx,
          accountId,
          await insertImport(ctx.db, accountId, { bookId, fileName, columns }, ctx.clock.now()),
          columns,
        )
        rows = others
      }
      await upload.add(rows, bytes)
    }
    if (upload === null) throw fileEmpty()
    await upload.finish()
  } catch (error) {
    // Should the database be away now, a periodic task does it later.
    if (upload !== null)
      await deleteUpload(ctx.db, accountId, upload.id).catch((err) =>
        ctx.log.warn({ err }, 'an upload that broke off could not be deleted'),
      )
    throw error
  }
  ctx.work.announce('contact_imports')
  const uploaded = await findImport(ctx.db, accountId, upload.id)
  if (uploaded === null) throw uploadCancelled()
  return uploaded
}

function readHeader(header: readonly string[], choices: readonly Choice[]): Column[] {
  if (header.length > columnsMax) throw tooManyColumns(columnsMax)
  const columns = mapColumns(header, choices)
  const names = columns.map(({ column }) => column)
  const unknown = findUnknownChoice(header, choices)
  if (unknown) throw columnUnknown(unknown.column, names)
  if (!columns.some(({ field }) => field === 'phone')) throw numberColumnMissing(names)
  return columns
}

interface Upload {
  readonly id: number
  add(records: readonly (readonly string[])[], bytes: number): Promise<void>
  finish(): Promise<void>
}

/** Cuts records into pieces and stores them, one while the next is read. */
function openUpload({ db, clock }: Context, accountId: number, id: number, columns: readonly Column[]): Upload {
  const indexes = columns.flatMap(({ field }, index) => (field === null ? [] : [index]))
  const phoneIndex = columns.findIndex(({ field }) => field === 'phone')
  // As text from the beginning: it takes a fraction of the memory that the records would.
  let piece: string[] = []
  let characters = 0
  let place = 0
  let rows = 0
  let bytes = 0
  let storing: Promise<boolean> = Promise.resolve(true)

  async function store(): Promise<void> {
    const firstRow = rows - piece.length + 1
    const records = `[${piece.join(',')}]`
    piece = []
    characters = 0
    if (!(await storing)) throw uploadCancelled()
    storing = insertPiece(db, accountId, id, { place, firstRow, records }, { bytes, rows })
    // Whoever awaits it hears of it; until then it must not end the program.
    storing.catch(() => {})
    place += 1
  }

  return {
    id,
    async add(records, read) {
      bytes = read
      for (const record of records) {
        rows += 1
        if (rows > rowsMax) throw tooManyRows(rowsMax)
        const picked = JSON.stringify(pickCells(record, columns.length, indexes, phoneIndex))
        piece.push(picked)
        characters += picked.length
        if (piece.length >= pieceRowsMax[db.engine] || characters > pieceCharactersMax) await store()
      }
    },
    async finish() {
      if (rows === 0) throw fileWithoutRows()
      if (piece.length > 0) await store()
      if (!(await storing) || !(await markUploaded(db, accountId, id, { bytes, rows }, clock.now())))
        throw uploadCancelled()
    },
  }
}
