import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable } from '../../../../engine/db/index.ts'
import { dayOf, parseDay } from '../../../../values/time.ts'
import type { ArchiveDay } from '../../../table-data/index.ts'
import type { ArchiveContext } from './context.ts'
import { listNames, readText, syncDirectory, writeText } from './disk.ts'
import { notMounted, otherArchive } from './errors.ts'
import { createArchiveId, findArchiveId, findLastDay } from './store.ts'

/** The archive directory has a directory for each day, and a file that says to which database it belongs. */

const idFile = 'archive.json'
const draftName = /^\.\d{4}-\d\d-\d\d\.(part|old)$/

export const directoryOf = ({ directory }: ArchiveContext, day: string) => join(directory, day)
/** A day that is being written. */
export const draftDirectoryOf = ({ directory }: ArchiveContext, day: string) => join(directory, `.${day}.part`)
/** A day that is being replaced. */
export const oldDirectoryOf = ({ directory }: ArchiveContext, day: string) => join(directory, `.${day}.old`)

/**
 * Checks that the directory exists and belongs to this database, and removes the rest of interrupted attempts. A disk
 * that is not mounted, or a directory of another installation, must not look like an empty archive.
 */
export async function openRoot(ctx: ArchiveContext): Promise<void> {
  const { db, directory } = ctx
  // The directory is not created: it may be the mount point of a disk that is not mounted.
  await syncDirectory(directory)
  await createArchiveId(db)
  const id = await findArchiveId(db)
  if (!(await isMarked(db, directory, id))) {
    const draft = join(directory, `.${idFile}.part`)
    await writeText(draft, `${JSON.stringify({ format: 1, id })}\n`)
    await rename(draft, join(directory, idFile))
    await syncDirectory(directory)
  }
  for (const name of (await listNames(directory)) ?? [])
    if (draftName.test(name)) await rm(join(directory, name), { recursive: true })
}

/** Whether the directory has the id of this database. Throws if it belongs to another one, or its disk is not mounted. */
export async function isMarked(db: Queryable, directory: string, id: string | null): Promise<boolean> {
  const text = await readText(join(directory, idFile))
  if (text !== null && (id === null || !text.includes(id))) throw otherArchive(directory)
  if (text === null && (await findLastDay(db)) !== null) throw notMounted(directory)
  return text !== null
}

/** The days in the directory, oldest first. */
export async function listDirectories({ directory }: Pick<ArchiveContext, 'directory'>): Promise<string[]> {
  return ((await listNames(directory)) ?? []).filter((name) => parseDayName(name) !== null).toSorted()
}

const dayMs = 86_400_000

/** The day that a time is on. */
export function dayAt(time: Date): ArchiveDay {
  const fromMs = Math.floor(time.getTime() / dayMs) * dayMs
  return { name: dayOf(time), from: new Date(fromMs), to: new Date(fromMs + dayMs) }
}

/** Null for a name that is not a day. */
export function parseDayName(name: string): ArchiveDay | null {
  const from = /^\d{4}-\d\d-\d\d$/.test(name) ? parseDay(name) : null
  return from === null ? null : dayAt(from)
}
