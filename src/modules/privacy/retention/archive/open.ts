import { resolve } from 'node:path'
import type { ArchivedDay, CheckedDay } from '../../../../contract/console/archive.ts'
import type { Queryable } from '../../../../engine/db/index.ts'
import type { PageOf } from '../../../../values/page.ts'
import type { Place } from '../../../../values/place.ts'
import type { ArchiveSource, PersonQuery } from '../../../table-data/index.ts'
import type { ArchiveContext, ArchivePace } from './context.ts'
import { explained } from './disk.ts'
import { type ErasedRows, erasePerson } from './erase.ts'
import { ArchiveProblem, dayNotOver } from './errors.ts'
import { checkDay, listArchive } from './list.ts'
import { createLock } from './lock.ts'
import { dayAt, isMarked, listDirectories, openRoot, parseDayName } from './root.ts'
import { findArchiveId, findLastDay, listLateDays, listRecorded } from './store.ts'
import { archiveDay } from './write-day.ts'
import { archiveLate } from './write-late.ts'

export interface Archive {
  /**
   * Resolves when all final rows that were created before this time are archived, in whole days. Throws if that is not
   * possible, or if `pace` stops it; then nothing may be removed.
   */
  archiveUntil(before: Date, pace?: ArchivePace): Promise<void>
  /** The person must be erased from the database first. */
  erasePerson(query: PersonQuery): Promise<ErasedRows>
  list(place: Place): Promise<PageOf<ArchivedDay>>
  /** Checks the files of one day. */
  verify(day: string): Promise<CheckedDay>
}

/** Rows that are stored while a day ends must be committed before it is archived. */
const commitMs = 600_000

/** Null without NGOMA_ARCHIVE_DIR. */
export function openArchive(
  base: Pick<ArchiveContext, 'db' | 'clock' | 'log'>,
  archiveDirectory: string | null,
  sources: readonly ArchiveSource[],
  version: string,
): Archive | null {
  if (archiveDirectory === null) return null
  const directory = resolve(archiveDirectory)
  const ctx = { ...base, directory, sources, version, exclusively: createLock(base.db) }
  return {
    archiveUntil: (before, pace = noPace) => explained(directory, () => archiveUntil(ctx, before, pace)),
    erasePerson: (query) => explained(directory, () => erasePerson(ctx, query)),
    list: (place) => explained(directory, () => listArchive(ctx, place)),
    verify: (day) => explained(directory, () => checkDay(ctx, day)),
  }
}

const noPace: ArchivePace = { async page() {}, async day() {} }

async function archiveUntil(ctx: ArchiveContext, before: Date, pace: ArchivePace): Promise<void> {
  const { db, clock, sources, exclusively } = ctx
  // The day of the last row before this time.
  const wanted = dayAt(new Date(before.getTime() - 1)).to
  const ended = dayAt(new Date(clock.now().getTime() - commitMs)).from
  const end = wanted < ended ? wanted : ended
  await exclusively(() => openRoot(ctx))
  for (const day of await listLateDays(db)) await exclusively((held) => archiveLate(ctx, day, held, pace.page))

  // One day at a time, so that a person is not erased hours later.
  for (let from = new Date(0); ; ) {
    const next = await exclusively(async (held) => {
      await openRoot(ctx)
      const last = await findLastDay(db)
      const after = last === null ? null : parseDayName(last)
      if (after !== null && after.to > from) from = after.to
      const times = await Promise.all(sources.map((source) => source.findNext(db, from)))
      const oldest = Math.min(...times.map((time) => time?.getTime() ?? Number.POSITIVE_INFINITY))
      if (oldest >= end.getTime()) return null
      const day = dayAt(new Date(oldest))
      await archiveDay(ctx, day, held, pace.page)
      return day.to
    })
    if (next === null) break
    from = next
    await pace.day()
  }
  if (end < wanted) throw dayNotOver(dayAt(end).name)
}

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
    ...(problem !== null && { problem }),
  }
}
