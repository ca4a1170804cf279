import type { Queryable } from '../../../engine/db/index.ts'
import { listDirectories } from './root.ts'
import { listRecorded } from './store.ts'

/** The number of archived days, and of those that are not in the directory. An unreadable directory has none. */
export async function readArchiveState(
  db: Queryable,
  directory: string,
): Promise<{ readonly days: number; readonly missing: number }> {
  const recorded = await listRecorded(db)
  const found = await listDirectories({ directory }).catch((): string[] => [])
  return { days: recorded.length, missing: recorded.filter(({ day }) => !found.includes(day)).length }
}
