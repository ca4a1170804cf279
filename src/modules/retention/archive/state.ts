import type { Queryable } from '../../../engine/db/index.ts'
import { ArchiveProblem } from './errors.ts'
import { isMarked, listDirectories } from './root.ts'
import { findArchiveId, listRecorded } from './store.ts'

interface ArchiveState {
  readonly days: number
  /** Days that are not in the directory. An unreadable directory has none. */
  readonly missing: number
  /** Why the directory is not that of this database. */
  readonly problem?: { readonly message: string; readonly hint: string }
}

export async function readArchiveState(db: Queryable, directory: string): Promise<ArchiveState> {
  const recorded = await listRecorded(db)
  const found = await listDirectories({ directory }).catch((): string[] => [])
  const problem = await isMarked(db, directory, await findArchiveId(db)).then(
    () => null,
    (error: unknown) => (error instanceof ArchiveProblem ? { message: error.message, hint: error.hint } : null),
  )
  return {
    days: recorded.length,
    missing: recorded.filter(({ day }) => !found.includes(day)).length,
    ...(problem === null ? {} : { problem }),
  }
}
