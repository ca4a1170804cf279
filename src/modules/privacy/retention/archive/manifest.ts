import type { ArchiveColumn } from '../../../table-data/index.ts'

/** Raised when an older program could not read or rewrite the files. */
export const manifestFormat = 1

/** One file of a day: the rows of one source in one part. */
export interface ArchivedFile {
  /** Such as `messages.csv.gz`, and `messages-2.csv.gz` for part 2. */
  readonly name: string
  readonly source: string
  readonly part: number
  readonly rows: number
  /** Rows of this source and day that were not final yet. A later part has them. */
  readonly left: number
  readonly bytes: number
  /** Of the compressed file. */
  readonly sha256: string
  readonly columns: readonly ArchiveColumn[]
}

/** Describes the files of one day. */
export interface Manifest {
  readonly format: number
  readonly day: string
  /** The program that wrote the day. */
  readonly version: string
  /** Identifies the rows that part 1 left for later. */
  readonly late: string
  readonly files: readonly ArchivedFile[]
}

export const manifestName = 'manifest.json'
/** A complete change that is not in place yet. See `change.ts`. */
export const nextManifestName = 'manifest.next.json'

export const fileName = (source: string, part: number) => `${source}${part === 1 ? '' : `-${part}`}.csv.gz`

/** A damaged manifest must not lead to files outside of the day's directory. */
const safeName = /^[a-z]{1,32}(-[1-9]\d{0,8})?\.csv\.gz$/

/** Null for text that is not a manifest of this day in a known format. */
export function parseManifest(text: string, day: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as Manifest
    const isKnown =
      manifest.format === manifestFormat && manifest.day === day && manifest.files.every((file) => isFile(file))
    return isKnown ? manifest : null
  } catch {
    return null
  }
}

const isFile = ({ name, rows, part, bytes, sha256, columns }: ArchivedFile) =>
  safeName.test(name) &&
  [rows, part, bytes].every((count) => Number.isSafeInteger(count)) &&
  /^[0-9a-f]{64}$/.test(sha256) &&
  columns.every((column) => typeof column.name === 'string' && typeof column.kind === 'string')

export const rowsOf = (files: readonly ArchivedFile[]) => files.reduce((sum, { rows }) => sum + rows, 0)

/** The number of the last part; 0 without files. */
export const lastPartOf = (files: readonly ArchivedFile[]) => Math.max(0, ...files.map(({ part }) => part))
