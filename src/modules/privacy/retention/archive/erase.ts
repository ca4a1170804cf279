import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { csvLine, unguardCell } from '../../../../values/csv.ts'
import { type ArchiveColumn, erasedPhone, type PersonQuery } from '../../../table-data/index.ts'
import { wholeNumber } from '../../erasure/rules.ts'
import { changeDay, draftOf, openDay } from './change.ts'
import type { ArchiveContext } from './context.ts'
import { isMissing, readGzip, readRecords, writeGzip } from './disk.ts'
import { damagedFile } from './errors.ts'
import type { Held } from './lock.ts'
import type { ArchivedFile } from './manifest.ts'
import { directoryOf, listDirectories, openRoot } from './root.ts'
import { listRecorded } from './store.ts'

export interface ErasedRows {
  readonly files: number
  readonly rows: number
  /** Archived days that are not in the directory, so that the number may still be in their files. */
  readonly missingDays: number
}

/**
 * Erases a person in all archived days. One day at a time is locked, so that the retention job can continue. The
 * person must be erased from the database first, because days that are written meanwhile are not searched.
 */
export async function erasePerson(ctx: ArchiveContext, query: PersonQuery): Promise<ErasedRows> {
  const days = await ctx.exclusively(async () => {
    await openRoot(ctx)
    return listDirectories(ctx)
  })
  let files = 0
  let rows = 0
  for (const day of days) {
    const erased = await ctx.exclusively((held) => eraseInDay(ctx, day, query, held))
    files += erased.length
    rows += erased.reduce((sum, { count }) => sum + count, 0)
  }
  const recorded = await listRecorded(ctx.db)
  return { files, rows, missingDays: recorded.filter(({ day }) => !days.includes(day)).length }
}

interface ErasedFile {
  readonly file: ArchivedFile
  /** Changed rows. */
  readonly count: number
}

/** Does not touch files without the person. */
async function eraseInDay(ctx: ArchiveContext, day: string, query: PersonQuery, held: Held): Promise<ErasedFile[]> {
  const directory = directoryOf(ctx, day)
  const manifest = await openDay(directory, day, ctx.version)
  const erased: ErasedFile[] = []
  for (const file of manifest.files) {
    const result = await draftErased(directory, file, query).catch((error: unknown) => {
      throw isMissing(error) || isUnreadable(error) ? damagedFile(day, file.name, error) : error
    })
    if (result !== null) erased.push(result)
  }
  if (erased.length === 0) return []
  await held.confirm()
  const changed = new Map(erased.map(({ file }) => [file.name, file]))
  await changeDay(directory, { ...manifest, files: manifest.files.map((file) => changed.get(file.name) ?? file) })
  return erased
}

/** Writes a draft of the file without the person. Null if no row changes. */
export async function draftErased(
  directory: string,
  file: ArchivedFile,
  query: PersonQuery,
): Promise<ErasedFile | null> {
  const path = join(directory, file.name)
  if (!(await hasText(path, query.phone))) return null
  let count = 0
  const erase = eraserOf(file.columns, query)
  const draft = draftOf(directory, file.name)
  const rows = rewrite(path, (cells) => {
    const erased = erase(cells)
    if (erased !== cells) count += 1
    return erased
  })
  const written = await writeGzip(draft, rows)
  if (count > 0) return { file: { ...file, ...written }, count }
  await rm(draft)
  return null
}

/** Unchanged rows become the same bytes again. */
async function* rewrite(path: string, erase: EraseCells): AsyncGenerator<string> {
  let isHeader = true
  for await (const records of readRecords(readGzip(path))) {
    let piece = ''
    for (const record of records) {
      const cells = record.map(unguardCell)
      piece += csvLine(isHeader ? cells : erase(cells))
      isHeader = false
    }
    if (piece !== '') yield piece
  }
}

/** Searches the bytes of a file, which is much faster than reading its rows. Few files have a number. */
async function hasText(path: string, text: string): Promise<boolean> {
  let end = Buffer.alloc(0)
  for await (const chunk of readGzip(path)) {
    // The text may be divided between two chunks.
    if (Buffer.concat([end, chunk.subarray(0, text.length)]).includes(text) || chunk.includes(text)) return true
    end = Buffer.concat([end, chunk]).subarray(-text.length)
  }
  return false
}

/** Errors of the decompression. */
const isUnreadable = (error: unknown) => String((error as NodeJS.ErrnoException).code).startsWith('Z_')

type Cells = readonly string[]

/** Returns the same cells if the row does not concern the person. */
type EraseCells = (cells: Cells) => Cells

/** How the rows of a file are changed to erase a person. */
export function eraserOf(columns: readonly ArchiveColumn[], { phone, accountId }: PersonQuery): EraseCells {
  const account = columns.findIndex(({ name }) => name === 'account_id')
  if (!/^\d+$/.test(phone)) throw new Error('the phone number must have digits only')
  const mention = wholeNumber(phone, '')
  return (cells) => {
    if (accountId !== null && cells[account] !== String(accountId)) return cells
    const isOwn = columns.some(({ kind }, index) => kind === 'phone' && cells[index] === phone)
    const erased = cells.map((cell, index) => {
      const kind = columns[index]?.kind ?? 'value'
      if (kind === 'value') return cell
      if (kind === 'phone') return cell === phone ? erasedPhone : cell
      return (kind === 'text' && isOwn) || mention.test(cell) ? '' : cell
    })
    return erased.some((cell, index) => cell !== cells[index]) ? erased : cells
  }
}
