import type { Context } from '../../context.ts'
import { deleteImport, listImportsEndedBefore } from './store-import.ts'
import { deleteDeadUpload, deletePieces, listLeftPieces } from './store-import-pieces.ts'
import { deleteReportRows } from './store-import-rows.ts'

const daysKept = 30
const reportRowsAtOnce = 5_000

/** Deletes uploads that broke off, and the rows of imports that ended. */
export async function forgetBrokenUploads({ db }: Context): Promise<void> {
  const { dead, ended } = await listLeftPieces(db)
  for (const { accountId, id } of dead) await deleteDeadUpload(db, accountId, id)
  for (const { accountId, id } of ended) await deletePieces(db, accountId, id)
}

/** The report first: an import without one would promise lines that are not there. */
export async function forgetOldImports({ db, clock }: Context): Promise<void> {
  for (const id of await listImportsEndedBefore(db, new Date(clock.now().getTime() - daysKept * 86_400_000))) {
    while ((await deleteReportRows(db, id, reportRowsAtOnce)) > 0);
    await deleteImport(db, id)
  }
}
