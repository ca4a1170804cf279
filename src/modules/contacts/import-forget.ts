import type { Context } from '../../context.ts'
import { deleteImport, listImportsEndedBefore } from './store-import.ts'
import { deleteDeadUpload, deletePieces, listLeftPieces } from './store-import-pieces.ts'
import { deleteReportRows } from './store-import-rows.ts'

const daysKept = 30
const reportRowsAtOnce = 5_000

/** Deletes interrupted uploads, and the rows of finished imports. */
export async function forgetBrokenUploads({ db }: Context): Promise<void> {
  const { dead, ended } = await listLeftPieces(db)
  for (const { accountId, id } of dead) await deleteDeadUpload(db, accountId, id)
  for (const { accountId, id } of ended) await deletePieces(db, accountId, id)
}

/** Deletes the report first: an import without its report would promise rows that are missing. */
export async function forgetOldImports({ db, clock }: Context): Promise<void> {
  for (const id of await listImportsEndedBefore(db, new Date(clock.now().getTime() - daysKept * 86_400_000))) {
    while ((await deleteReportRows(db, id, reportRowsAtOnce)) > 0);
    await deleteImport(db, id)
  }
}
