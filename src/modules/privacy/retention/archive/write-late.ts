import { join } from 'node:path'
import { chunksOf } from '../../../../engine/db/index.ts'
import type { ArchiveSource } from '../../../table-data/index.ts'
import { changeDay, draftOf, openDay } from './change.ts'
import type { ArchiveContext } from './context.ts'
import { readGzip, readRecords } from './disk.ts'
import { damagedDay } from './errors.ts'
import type { Held } from './lock.ts'
import { type ArchivedFile, fileName, lastPartOf, rowsOf } from './manifest.ts'
import { directoryOf } from './root.ts'
import { deleteLate, findRecorded, insertPart, listLateIds } from './store.ts'
import { isIntact, type OnPage, writeRows } from './write-day.ts'

const idsAtOnce = 1_000

/** Ids of rows that are archived or removed, by source. */
type Settled = ReadonlyMap<string, number[]>

/** Writes the rows of a recorded day that became final since into a further part. */
export async function archiveLate(ctx: ArchiveContext, day: string, held: Held, onPage: OnPage): Promise<void> {
  const directory = directoryOf(ctx, day)
  const manifest = await openDay(directory, day, ctx.version)
  const recorded = (await findRecorded(ctx.db, day))?.parts ?? 0
  const unrecorded = manifest.files.filter(({ part }) => part > recorded)
  if (unrecorded.length > 0) await recordPart(ctx, day, unrecorded, await readIds(directory, day, unrecorded))

  const part = Math.max(recorded, lastPartOf(manifest.files)) + 1
  const { files, settled } = await draftPart(ctx, directory, day, part, onPage)
  if (settled.size === 0) return
  await held.confirm()
  if (files.length > 0) await changeDay(directory, { ...manifest, files: [...manifest.files, ...files] })
  await recordPart(ctx, day, files, settled)
}

/** Writes the drafts of a part. */
async function draftPart(
  ctx: ArchiveContext,
  directory: string,
  day: string,
  part: number,
  onPage: OnPage,
): Promise<{ readonly files: readonly ArchivedFile[]; readonly settled: Settled }> {
  const settled = new Map<string, number[]>()
  const files: ArchivedFile[] = []
  for (const source of ctx.sources) {
    const ids: number[] = []
    const draft = draftOf(directory, fileName(source.name, part))
    const file = await writeRows(draft, source, part, readLate(ctx, source, day, ids, onPage))
    if (ids.length > 0) settled.set(source.name, ids)
    if (file !== null) files.push(file)
  }
  return { files, settled }
}

/** Pages with at least one final row. Adds final and removed rows to `settled`. */
async function* readLate(
  { db, log }: ArchiveContext,
  source: ArchiveSource,
  day: string,
  settled: number[],
  onPage: OnPage,
) {
  for (let after = 0; ; ) {
    const ids = await listLateIds(db, day, source.name, after, idsAtOnce)
    if (ids.length === 0) return
    after = ids.at(-1) ?? after
    const found = await source.find(db, ids)
    const pending = new Set(found.filter(({ isFinal }) => !isFinal).map(({ id }) => id))
    settled.push(...ids.filter((id) => !pending.has(id)))
    const missing = ids.length - found.length
    if (missing > 0)
      log.error({ day, source: source.name, rows: missing }, 'rows were removed before they were archived')
    const rows = found.filter(({ isFinal }) => isFinal)
    if (rows.length > 0) yield { rows, left: pending.size }
    await onPage()
  }
}

/** Ids in the files of a part that is in place but not recorded. */
async function readIds(directory: string, day: string, files: readonly ArchivedFile[]): Promise<Settled> {
  const settled = new Map<string, number[]>()
  for (const file of files) {
    if (!(await isIntact(directory, file))) throw damagedDay(day)
    const ids: number[] = []
    for await (const records of readRecords(readGzip(join(directory, file.name))))
      ids.push(...records.map(([id]) => Number(id)).filter((id) => Number.isInteger(id)))
    settled.set(file.source, ids)
  }
  return settled
}

async function recordPart(
  { db, clock }: ArchiveContext,
  day: string,
  files: readonly ArchivedFile[],
  settled: Settled,
): Promise<void> {
  const [file] = files
  await db.transaction(async (tx) => {
    for (const [source, ids] of settled) for (const chunk of chunksOf(ids)) await deleteLate(tx, day, source, chunk)
    if (file !== undefined) await insertPart(tx, day, file.part, rowsOf(files), clock.now())
  })
}
