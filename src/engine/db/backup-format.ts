/**
 * A backup consists of lines of JSON: a header; for each table a start line, followed by its rows as serialized by the
 * database; and an end line with the number of rows per table and the SHA-256 of all previous lines. The format does
 * not depend on the engine.
 */
import { isObject } from '../../values/json.ts'
import type { Partition } from './catalog.ts'

/** The file is not a backup, is truncated or modified, or does not match its schema version. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup'
  /** Starts at 1; null for errors of the whole file. */
  readonly line: number | null

  constructor(message: string, line: number | null = null, options: ErrorOptions = {}) {
    super(line === null ? `bad backup: ${message}` : `bad backup, line ${line}: ${message}`, options)
    this.line = line
  }
}

const format = 1

/** First key of all lines that are not rows. */
const mark = 'ngoma'

export interface Header {
  readonly migrations: readonly string[]
  readonly engine: string
  /** Time of the snapshot, by the clock of the database. */
  readonly time: string
}

export interface TableStart {
  readonly name: string
  readonly columns: readonly string[]
  /** Last value of each column's sequence. */
  readonly sequences: Readonly<Record<string, string>>
  readonly partitions: readonly Partition[]
}

export interface End {
  readonly rows: Readonly<Record<string, number>>
  readonly sha256: string
}

export const writeHeader = ({ migrations, engine, time }: Header) =>
  JSON.stringify({ [mark]: 'backup', format, migrations, engine, time })
export const writeTableStart = (start: TableStart) => JSON.stringify({ [mark]: 'table', ...start })
export const writeEnd = (end: End) => JSON.stringify({ [mark]: 'end', ...end })

export const isRow = (text: string) => !text.startsWith(`{"${mark}":`)

/** Rows of a table whose first column is called like the mark could not be recognized as rows. */
export const isWritable = (columns: readonly string[]) => columns[0] !== mark

export function readHeader(text: string, line: number): Header {
  const header = isRow(text) ? null : parseObject(text)
  if (header?.[mark] !== 'backup') throw new BadBackup('the file is not an Ngoma backup', line)
  if (header.format !== format)
    throw new BadBackup(`unsupported format ${header.format}; this version reads format ${format}`, line)
  const { migrations, engine, time } = header
  if (!isTexts(migrations) || migrations.length === 0 || typeof engine !== 'string' || typeof time !== 'string')
    throw new BadBackup('invalid header', line)
  return { migrations, engine, time }
}

/** Parses a line that is neither a row nor the header. */
export function readMarked(text: string, line: number): { readonly start: TableStart } | { readonly end: End } {
  const marked = parseObject(text)
  if (marked?.[mark] === 'table') {
    const { name, columns, sequences, partitions } = marked
    if (typeof name === 'string' && isTexts(columns) && isNumberTexts(sequences) && isEach(partitions, isPartition))
      return { start: { name, columns, sequences, partitions } }
  }
  if (marked?.[mark] === 'end') {
    const { rows, sha256 } = marked
    if (isCounts(rows) && typeof sha256 === 'string') return { end: { rows, sha256 } }
  }
  throw new BadBackup('expected a table, a row or the end', line)
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const isEach = <Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] =>
  Array.isArray(value) && value.every(isItem)
const isTexts = (value: unknown): value is string[] => isEach(value, (item) => typeof item === 'string')
const isNumberTexts = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((item) => /^-?\d{1,19}$/.test(String(item)))
const isCounts = (value: unknown): value is Record<string, number> =>
  isObject(value) && Object.values(value).every(Number.isSafeInteger)
const isPartition = (item: unknown): item is Partition =>
  isObject(item) && typeof item.name === 'string' && Number.isSafeInteger(item.from) && Number.isSafeInteger(item.to)
