import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchivedDay, CheckedDay } from '../../../../contract/console/archive.ts'
import { countOf } from '../../../../values/count.ts'
import type { PageOf } from '../../../../values/page.ts'
import { cutList, type Place } from '../../../../values/place.ts'
import { refuse } from '../../../../values/refusal.ts'
import { openDay, readManifest } from './change.ts'
import type { ArchiveContext } from './context.ts'
import { countRecords, isMissing, listNames, readMeasured } from './disk.ts'
import { ArchiveProblem } from './errors.ts'
import { type ArchivedFile, manifestName, rowsOf } from './manifest.ts'
import { directoryOf, listDirectories, openRoot } from './root.ts'
import { findRecorded, listRecorded, type RecordedDay } from './store.ts'

/** One page of the archived days, newest first. */
export async function listArchive(ctx: ArchiveContext, place: Place): Promise<PageOf<ArchivedDay>> {
  const directories = await listDirectories(ctx)
  const recorded = new Map((await listRecorded(ctx.db)).map((one) => [one.day, one]))
  const days = [...new Set([...directories, ...recorded.keys()])].toSorted().toReversed()
  const shown = cutList(days, place, (day) => day, 'desc')
  const items: ArchivedDay[] = []
  for (const day of shown.items) items.push(await describeDay(ctx, day, recorded.get(day) ?? null))
  return { ...shown, items }
}

async function describeDay(ctx: ArchiveContext, day: string, recorded: RecordedDay | null): Promise<ArchivedDay> {
  const directory = directoryOf(ctx, day)
  if ((await listNames(directory)) === null)
    return { day, files: 0, rows: recorded?.rows ?? 0, bytes: 0, state: 'missing' }
  const files = (await readManifest(directory, day))?.files ?? []
  const sizes = await Promise.all(files.map(({ name }) => sizeOf(join(directory, name))))
  const rows = rowsOf(files)
  const isAsListed = files.length > 0 && files.every(({ bytes }, index) => bytes === sizes[index])
  const isComplete = isAsListed && (recorded === null || recorded.rows === rows)
  return {
    day,
    files: files.length,
    rows,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    state: isComplete ? (recorded === null ? 'unrecorded' : 'complete') : 'damaged',
  }
}

const sizeOf = async (path: string) => (await stat(path).catch(() => null))?.size ?? 0

/** Reads all files of a day, and compares checksums and numbers of rows. */
export function checkDay(ctx: ArchiveContext, day: string): Promise<CheckedDay> {
  return ctx.exclusively(async () => {
    await openRoot(ctx)
    const directory = directoryOf(ctx, day)
    const recorded = await findRecorded(ctx.db, day)
    if ((await listNames(directory)) === null) {
      if (recorded === null) throw refuse('archived_day_not_found')
      return { day, files: 0, rows: 0, problems: ['the directory of the day is missing'] }
    }
    const files = await openDay(directory, day, ctx.version).then(
      (manifest) => manifest.files,
      (error: unknown) => {
        if (error instanceof ArchiveProblem) return null
        throw error
      },
    )
    if (files === null) return { day, files: 0, rows: 0, problems: [`${manifestName} is missing or damaged`] }
    const problems: string[] = []
    for (const file of files) problems.push(...(await checkFile(directory, file)))
    const rows = rowsOf(files)
    if (recorded !== null && recorded.rows !== rows)
      problems.push(`${countOf(recorded.rows, 'row')} recorded in the database, ${rows} in ${manifestName}`)
    return { day, files: files.length, rows, problems }
  })
}

async function checkFile(directory: string, { name, rows, bytes, sha256 }: ArchivedFile): Promise<string[]> {
  try {
    const { contents, result } = readMeasured(join(directory, name))
    const count = await countRecords(contents)
    const found = result()
    return [
      ...(found.bytes === bytes && found.sha256 === sha256 ? [] : [`${name}: the checksum differs`]),
      // The header is a record.
      ...(count === rows + 1 ? [] : [`${name}: ${countOf(rows, 'row')} expected, ${count - 1} found`]),
    ]
  } catch (error) {
    return [`${name}: ${isMissing(error) ? 'the file is missing' : `cannot be read (${(error as Error).message})`}`]
  }
}
