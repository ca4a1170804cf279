import { csvLine } from '../../../../values/csv.ts'
import type { ArchiveRow, ArchiveSource } from '../../../table-data/index.ts'
import { writeGzip } from './disk.ts'
import { type ArchivedFile, fileName } from './manifest.ts'

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
  const names = Object.keys(columns)
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
  return {
    name: fileName(name, part),
    source: name,
    part,
    rows,
    left,
    ...written,
    columns: Object.entries(columns).map(([column, kind]) => ({ name: column, kind })),
  }
}

type RowValues = ArchiveRow & Readonly<Record<string, unknown>>

const cellOf = (value: unknown): string =>
  value === null || value === undefined ? '' : value instanceof Date ? value.toISOString() : String(value)
