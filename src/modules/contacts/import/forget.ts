import type { Context } from '../../../context.ts'
import { deleteDeadUpload, deletePieces, listLeftPieces } from './store-pieces.ts'

/** Deletes interrupted uploads, and the rows of finished imports. */
export async function forgetBrokenUploads({ db }: Context): Promise<void> {
  const { dead, ended } = await listLeftPieces(db)
  for (const { accountId, id } of dead) await deleteDeadUpload(db, accountId, id)
  for (const { accountId, id } of ended) await deletePieces(db, accountId, id)
}
