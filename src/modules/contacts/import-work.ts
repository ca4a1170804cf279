import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { afterCommit, columnsOf, type RowOf, type Tx } from '../../engine/db/index.ts'
import { again, done, type Work, type WorkRow } from '../../engine/work/index.ts'
import type { Column } from '../../values/contact-columns.ts'
import { type ContactsContext, changeContacts } from './context.ts'
import { importEnded, importMissing } from './import-errors.ts'
import { type JudgedRow, judgeRecord, type MappedColumn, planMerge } from './import-rules.ts'
import { insertMemberships, updateContacts } from './store.ts'
import { addProgress, findImport, markEnded, tidyContacts } from './store-import.ts'
import { deletePieces, findPieceAfter, type Piece, takePiece } from './store-import-pieces.ts'
import { insertNewContacts, insertReportRows, listKnownContacts } from './store-import-rows.ts'

const columns = columnsOf(
  { w: 'contact_imports' },
  { accountId: 'w.account_id', bookId: 'w.book_id', columns: 'w.columns' },
).narrow<{ columns: readonly Column[] }>()
type ImportRow = WorkRow & RowOf<typeof columns>

/** After this long an import lets others take their turn, and a program that stops need not wait longer. */
const turnMs = 2_000

const bookDeleted = 'The address book was deleted'
const rowsMissing = 'Some of its rows are not there any more; what was done stays, and the file can be uploaded again'
const gaveUp = 'It failed again and again; the log of the server says why'

/**
 * Puts the rows of uploaded files into their books, piece after piece. Running one twice is safe: a piece is gone in
 * the transaction that does it.
 */
export function importWork(ctx: ContactsContext): Work<ImportRow> {
  return {
    name: 'import contacts',
    table: 'contact_imports',
    columns,
    key: 'account_id',
    concurrency: 2,
    // Two of one account would only wait for each other.
    concurrencyPerKey: 1,
    retryAfterSeconds: [1, 5, 30, 60, 300, 600],
    finished: 'keep',
    async run(row, lease) {
      const turnEnd = performance.now() + turnMs
      const read = readerOf(ctx, row)
      let next = read(-1)
      for (;;) {
        const piece = await next
        if (piece === null) return done((tx) => finish(ctx, tx, row))
        // Read and judged while the database is busy with the one before.
        next = read(piece.place)
        next.catch(() => {})
        const met = await changeContacts(ctx, row.accountId, (tx) => doPiece(ctx, tx, row, piece))
        if (met === 'cancelled') return done()
        if (met === 'bookless') return done((tx) => fail(ctx, tx, row, bookDeleted))
        // The embedded engine works within this process, and never waits for anything: without this nobody else would
        // be heard until the end of the turn.
        await breathe()
        if (lease.isOver() || performance.now() > turnEnd) return again(ctx.clock.now())
      }
    },
    giveUp: (tx, row) => fail(ctx, tx, row, gaveUp),
  }
}

type JudgedPiece = Pick<Piece, 'place'> & { readonly rows: readonly JudgedRow[] }

function readerOf({ db }: Context, { id, columns }: ImportRow): (afterPlace: number) => Promise<JudgedPiece | null> {
  const mapped = columns.filter((column): column is MappedColumn => column.field !== null)
  const phoneIndex = mapped.findIndex(({ field }) => field === 'phone')
  return async (afterPlace) => {
    const piece = await findPieceAfter(db, id, afterPlace)
    if (piece === null) return null
    const rows = piece.records.map(
      (record, index): JudgedRow => ({
        row: piece.firstRow + index,
        written: 'phone' in record ? record.phone : (record[phoneIndex] ?? ''),
        judgement: judgeRecord(mapped, columns.length, record),
      }),
    )
    return { place: piece.place, rows }
  }
}

/**
 * Who holds the account's row also decides whether the import is still wanted, so neither a cancel nor the end of the
 * book can come between.
 */
async function doPiece(
  ctx: Context,
  tx: Tx,
  { id, accountId, bookId }: ImportRow,
  { place, rows }: JudgedPiece,
): Promise<'done' | 'gone' | 'cancelled' | 'bookless'> {
  const now = ctx.clock.now()
  const { isOurs, status, bookExists } = await takePiece(tx, accountId, id, bookId, place)
  if (status !== 'waiting') return 'cancelled'
  if (!isOurs) return 'gone'
  if (!bookExists) return 'bookless'

  const numbers = new Set(rows.flatMap(({ judgement }) => ('why' in judgement ? [] : [judgement.phone])))
  const known = await listKnownContacts(tx, accountId, [...numbers])
  const { added, updated, knownIds, report } = planMerge(rows, known)
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

/**
 * With nothing left to do all of it must have been done: whatever took a piece away otherwise, nobody is told that it
 * went well.
 */
async function finish(ctx: Context, tx: Tx, row: ImportRow): Promise<void> {
  const { id, accountId } = row
  const found = await findImport(tx, accountId, id)
  if (found !== null && found.rowsDone < found.rowsTotal) return fail(ctx, tx, row, rowsMissing)
  await markEnded(tx, accountId, id, 'done', null, ctx.clock.now())
  afterCommit(
    tx,
    () => void tidyContacts(ctx.db).catch((err) => ctx.log.warn({ err }, 'the search index is tidied later')),
  )
}

/** What was done stays, and so does its report. */
async function fail(ctx: Context, tx: Tx, { id, accountId }: ImportRow, reason: string): Promise<void> {
  if (await markEnded(tx, accountId, id, 'failed', reason, ctx.clock.now())) dropPieces(ctx, tx, accountId, id)
}

function dropPieces(ctx: Context, tx: Tx, accountId: number, id: number): void {
  afterCommit(
    tx,
    () =>
      void deletePieces(ctx.db, accountId, id).catch((err) =>
        ctx.log.warn({ err }, 'pieces of an import are deleted later'),
      ),
  )
}

/** Ends an import, also one that is still uploaded; what was done stays. */
export function cancelImport(ctx: ContactsContext, accountId: number, id: number): Promise<void> {
  return changeContacts(ctx, accountId, async (tx) => {
    if ((await findImport(tx, accountId, id)) === null) throw importMissing()
    if (!(await markEnded(tx, accountId, id, 'cancelled', null, ctx.clock.now()))) throw importEnded()
    dropPieces(ctx, tx, accountId, id)
  })
}
