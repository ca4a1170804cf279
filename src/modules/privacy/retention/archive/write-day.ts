import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { csvLine } from '../../../../values/csv.ts'
import type { ArchiveDay, ArchiveRow, ArchiveSource } from '../../../table-data/index.ts'
import { openDay, writeManifest } from './change.ts'
import type { ArchiveContext, ArchivePace } from './context.ts'
import { directoryMode, listNames, measure, syncDirectory, writeGzip } from './disk.ts'
import { damagedFile, largerDay } from './errors.ts'
import type { Held } from './lock.ts'
import {
  type ArchivedFile,
  fileName,
  lastPartOf,
  type Manifest,
  manifestFormat,
  manifestName,
  rowsOf,
} from './manifest.ts'
import { directoryOf, draftDirectoryOf, oldDirectoryOf } from './root.ts'
import { clearLate, digestLate, insertLate, insertPart } from './store.ts'

export type OnPage = ArchivePace['page']

/**
 * Writes the first part of a day. The late rows are stored before the files are in place, and the day is recorded
 * afterwards: a day that is in place but not recorded is adopted.
 */
export async function archiveDay(ctx: ArchiveContext, day: ArchiveDay, held: Held, onPage: OnPage): Promise<void> {
  const found = await findIntact(ctx, day.name)
  const manifest =
    found !== null && (await isAdoptable(ctx, found)) ? found : await writeDay(ctx, day, held, found, onPage)
  if (manifest.files.length > 0) await insertPart(ctx.db, day.name, 1, rowsOf(manifest.files), ctx.clock.now())
}

async function writeDay(
  ctx: ArchiveContext,
  day: ArchiveDay,
  held: Held,
  found: Manifest | null,
  onPage: OnPage,
): Promise<Manifest> {
  const manifest = await draftDay(ctx, day, onPage).catch(async (error: unknown) => {
    // It may have filled the disk.
    await rm(draftDirectoryOf(ctx, day.name), { recursive: true, force: true })
    throw error
  })
  // A backup that was taken during the day has only a part of its rows.
  if (found !== null && rowsOf(found.files) > rowsOf(manifest.files)) throw largerDay(day.name)
  await held.confirm()
  if (manifest.files.length > 0) await placeDay(ctx, day.name)
  return manifest
}

/** Writes all files of a day into a temporary directory. */
export async function draftDay(
  ctx: ArchiveContext,
  day: ArchiveDay,
  onPage: OnPage = async () => {},
): Promise<Manifest> {
  const { db, sources, version } = ctx
  const draft = draftDirectoryOf(ctx, day.name)
  await clearLate(db, day.name)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: directoryMode })
  const files: ArchivedFile[] = []
  for (const source of sources) {
    const path = join(draft, fileName(source.name, 1))
    const file = await writeRows(path, source, 1, readDay(ctx, source, day, onPage))
    if (file !== null) files.push(file)
  }
  const manifest = { format: manifestFormat, day: day.name, version, late: await digestLate(db, day.name), files }
  await writeManifest(join(draft, manifestName), manifest)
  await syncDirectory(draft)
  return manifest
}

async function* readDay({ db }: ArchiveContext, source: ArchiveSource, day: ArchiveDay, onPage: OnPage) {
  for await (const page of source.read(db, day)) {
    const rows = page.filter(({ isFinal }) => isFinal)
    const late = page.filter(({ isFinal }) => !isFinal).map(({ id }) => id)
    if (late.length > 0) await insertLate(db, day.name, source.name, late)
    yield { rows, left: late.length }
    await onPage()
  }
}

/** Puts the temporary directory in place, also of an outdated one. */
export async function placeDay(ctx: ArchiveContext, day: string): Promise<void> {
  const { directory } = ctx
  const old = oldDirectoryOf(ctx, day)
  if ((await listNames(directoryOf(ctx, day))) !== null) await rename(directoryOf(ctx, day), old)
  await rename(draftDirectoryOf(ctx, day), directoryOf(ctx, day))
  await syncDirectory(directory)
  await rm(old, { recursive: true, force: true })
}

/** The manifest of a day in the directory; null without one. A damaged day may have rows that the database has lost. */
async function findIntact(ctx: ArchiveContext, day: string): Promise<Manifest | null> {
  const directory = directoryOf(ctx, day)
  if ((await listNames(directory)) === null) return null
  const manifest = await openDay(directory, day, ctx.version)
  for (const file of manifest.files) if (!(await isIntact(directory, file))) throw damagedFile(day, file.name)
  return manifest
}

/**
 * Whether the late rows of an unrecorded day are known. After a restore of the database they may not be, and then the
 * day is written again.
 */
const isAdoptable = async ({ db }: ArchiveContext, { day, files, late }: Manifest) =>
  lastPartOf(files) === 1 && late === (await digestLate(db, day))

export async function isIntact(directory: string, { name, bytes, sha256 }: ArchivedFile): Promise<boolean> {
  if (!(await listNames(directory))?.includes(name)) return false
  const found = await measure(join(directory, name))
  return found.bytes === bytes && found.sha256 === sha256
}

/** Rows of a source for one file, and rows that are left for a later part. */
interface Page {
  readonly rows: readonly ArchiveRow[]
  readonly left: number
}

/** Writes the rows of a source as compressed CSV. Returns null, without a file, if there is no page. */
export async function writeRows(
  path: string,
  { name, columns }: ArchiveSource,
  part: number,
  pages: AsyncGenerator<Page>,
): Promise<ArchivedFile | null> {
  const names = columns.map((column) => column.name)
  const first = await pages.next()
  if (first.done) return null
  let rows = 0
  let left = 0
  const textOf = (page: Page) => {
    rows += page.rows.length
    left += page.left
    return page.rows.map((row) => csvLine(names.map((column) => cellOf((row as RowValues)[column])))).join('')
  }
  async function* pieces() {
    yield csvLine(names)
    yield textOf(first.value)
    for await (const page of pages) yield textOf(page)
  }
  const written = await writeGzip(path, pieces())
  return { name: fileName(name, part), source: name, part, rows, left, ...written, columns }
}

type RowValues = ArchiveRow & Readonly<Record<string, unknown>>

const cellOf = (value: unknown): string =>
  value === null || value === undefined ? '' : value instanceof Date ? value.toISOString() : String(value)
