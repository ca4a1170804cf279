import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { afterCommit, columnsOf, type RowOf, type Tx } from '../../../engine/db/index.ts'
import { again, done, type Work, type WorkRow } from '../../../engine/work/index.ts'
import type { Column } from '../../../values/contact-columns.ts'
import { unguardCell } from '../../../values/csv.ts'
import type { FieldDefinition } from '../../../values/custom-field.ts'
import { parseTypedPhone } from '../../../values/local-number.ts'
import { refuse } from '../../../values/refusal.ts'
import { findCountry } from '../../accounts/index.ts'
import { type ContactsContext, changeContacts } from '../context.ts'
import { listFields } from '../fields/store.ts'
import { insertMemberships, updateContacts } from '../store.ts'
import { type CheckedRow, type MappedColumn, planMerge, rowChecker } from './rules.ts'
import { addProgress, findImport, type Import, markEnded, tidyContacts } from './store.ts'
import { deletePieces, findPieceAfter, type Piece, takePiece } from './store-pieces.ts'
import { insertNewContacts, insertReportRows, listKnownContacts, listReportRowsAfter } from './store-rows.ts'

const columns = columnsOf({ w: 'contact_imports' }, 'w.account_id, w.book_id, w.columns').narrow<{
  columns: readonly Column[]
}>()
type ImportRow = WorkRow & RowOf<typeof columns>

/** An import yields to others after this long, and a stopping process waits no longer than this. */
const turnMs = 2_000

const bookDeleted = 'The address book was deleted'
const rowsMissing = 'Some rows of the file are missing. The imported contacts stay; upload the file again'
const gaveUp = 'The import failed repeatedly. The server log has the reason'

/**
 * Imports the rows of uploaded files, piece by piece. Repeating a piece is safe: the transaction that imports it also
 * deletes it.
 */
export function importWork(ctx: ContactsContext): Work<ImportRow> {
  return {
    name: 'import contacts',
    table: 'contact_imports',
    columns,
    key: 'account_id',
    concurrency: 2,
    // Two imports of one account would only wait for each other.
    concurrencyPerKey: 1,
    retryAfterSeconds: [1, 5, 30, 60, 300, 600],
    finished: 'keep',
    async run(row, lease) {
      const turnEnd = performance.now() + turnMs
      const read = await openReader(ctx, row)
      let next = read(-1)
      for (;;) {
        const piece = await next
        if (piece === null) return done((tx) => finish(ctx, tx, row))
        // Read and validated while the database processes the previous piece.
        next = read(piece.place)
        next.catch(() => {})
        const met = await changeContacts(ctx, row.accountId, (tx) => doPiece(ctx, tx, row, piece))
        if (met === 'cancelled') return done()
        if (met === 'bookless') return done((tx) => fail(ctx, tx, row, bookDeleted))
        // The embedded engine runs in this process and never yields; without this, nothing else would run until the end
        // of the turn.
        await breathe()
        if (lease.isOver() || performance.now() > turnEnd) return again(ctx.clock.now())
      }
    },
    giveUp: (tx, row) => fail(ctx, tx, row, gaveUp),
  }
}

type CheckedPiece = Pick<Piece, 'place'> & { readonly rows: readonly CheckedRow[] }

async function openReader(
  ctx: Context,
  { id, accountId, columns }: ImportRow,
): Promise<(afterPlace: number) => Promise<CheckedPiece | null>> {
  const { db } = ctx
  const mapped = columns.filter((column): column is MappedColumn => column.field !== null)
  const phoneIndex = mapped.findIndex(({ field }) => field === 'phone')
  const reading = { country: await findCountry(ctx, accountId), fields: await listFields(db, accountId) }
  const checkRow = rowChecker(mapped, columns.length, reading)
  return async (afterPlace) => {
    const piece = await findPieceAfter(db, id, afterPlace)
    if (piece === null) return null
    const rows = piece.records.map((record, index): CheckedRow => {
      const written = 'phone' in record ? record.phone : (record[phoneIndex] ?? '')
      const result = checkRow(record)
      // The report keeps a readable number in its stored form, in which an erasure finds it.
      const phone = 'phone' in result ? result.phone : parseTypedPhone(unguardCell(written), reading.country)
      return { row: piece.firstRow + index, written: phone ?? written, result }
    })
    return { place: piece.place, rows }
  }
}

/**
 * The lock of the account also protects the status of the import, so that a cancellation or a deletion of the book
 * cannot interfere.
 */
async function doPiece(
  ctx: Context,
  tx: Tx,
  { id, accountId, bookId }: ImportRow,
  { place, rows }: CheckedPiece,
): Promise<'done' | 'gone' | 'cancelled' | 'bookless'> {
  const now = ctx.clock.now()
  const { isOurs, status, bookExists } = await takePiece(tx, accountId, id, bookId, place)
  if (status !== 'waiting') return 'cancelled'
  if (!isOurs) return 'gone'
  if (!bookExists) return 'bookless'

  const numbers = new Set(rows.flatMap(({ result }) => ('why' in result ? [] : [result.phone])))
  const known = await listKnownContacts(tx, accountId, [...numbers])
  const { added, updated, knownIds, report } = planMerge(withFieldsOf(rows, await listFields(tx, accountId)), known)
  if (added.length > 0) await insertNewContacts(tx, accountId, bookId, added, now)
  if (updated.length > 0) await updateContacts(tx, accountId, updated)
  if (knownIds.length > 0) await insertMemberships(tx, accountId, [bookId], knownIds)
  await insertReportRows(tx, accountId, id, report)
  const count = (outcome: string) => report.reduce((sum, one) => sum + (one.outcome === outcome ? 1 : 0), 0)
  await addProgress(tx, accountId, id, {
    rows: rows.length,
    added: count('added'),
    updated: count('updated'),
    invalid: count('invalid'),
  })
  return 'done'
}

/** Drops values of fields that were removed since the piece was read. */
function withFieldsOf(rows: readonly CheckedRow[], fields: readonly FieldDefinition[]): readonly CheckedRow[] {
  const keys = new Set(fields.map(({ key }) => key))
  return rows.map((row) => {
    const { result } = row
    if ('why' in result || result.changes.fields === undefined) return row
    const entries = Object.entries(result.changes.fields)
    if (entries.every(([key]) => keys.has(key))) return row
    const kept = Object.fromEntries(entries.filter(([key]) => keys.has(key)))
    return { ...row, result: { ...result, changes: { ...result.changes, fields: kept } } }
  })
}

/** Reports success only if all rows were imported, because a piece may have been lost. */
async function finish(ctx: Context, tx: Tx, row: ImportRow): Promise<void> {
  const { id, accountId } = row
  const found = await findImport(tx, accountId, id)
  if (found !== null && found.rowsDone < found.rowsTotal) return fail(ctx, tx, row, rowsMissing)
  if (found !== null && found.invalid === found.rowsTotal)
    return fail(ctx, tx, row, await allInvalid(tx, accountId, found))
  await markEnded(tx, accountId, id, 'done', null, ctx.clock.now())
  afterCommit(
    tx,
    () =>
      void tidyContacts(ctx.db).catch((err) =>
        ctx.log.warn({ err }, 'failed to clean up the search index; it will be cleaned up later'),
      ),
  )
}

async function allInvalid(tx: Tx, accountId: number, { id, rowsTotal }: Import): Promise<string> {
  const [first] = await listReportRowsAfter(tx, accountId, id, 0, 1)
  const which = rowsTotal === 1 ? 'The only row is invalid' : `All ${rowsTotal.toLocaleString('en')} rows are invalid`
  return `No contact was imported. ${which}${first?.why ? `, the first because ${first.why}` : ''}`
}

/** Imported contacts and the report stay. */
async function fail(ctx: Context, tx: Tx, { id, accountId }: ImportRow, reason: string): Promise<void> {
  if (await markEnded(tx, accountId, id, 'failed', reason, ctx.clock.now())) dropPieces(ctx, tx, accountId, id)
}

function dropPieces(ctx: Context, tx: Tx, accountId: number, id: number): void {
  afterCommit(
    tx,
    () =>
      void deletePieces(ctx.db, accountId, id).catch((err) =>
        ctx.log.warn({ err }, 'failed to delete the uploaded parts of an import; they will be deleted later'),
      ),
  )
}

/** Cancels an import, even during its upload. Imported contacts stay. */
export function cancelImport(ctx: ContactsContext, accountId: number, id: number): Promise<void> {
  return changeContacts(ctx, accountId, async (tx) => {
    if ((await findImport(tx, accountId, id)) === null) throw refuse('import_not_found')
    if (!(await markEnded(tx, accountId, id, 'cancelled', null, ctx.clock.now()))) throw refuse('import_ended')
    dropPieces(ctx, tx, accountId, id)
  })
}
