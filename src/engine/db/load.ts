import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Progress } from './backup.ts'
import { BadBackup, type End, isRow, readMarked, type TableStart } from './backup-format.ts'
import type { Table } from './catalog.ts'
import type { Tx } from './database.ts'
import { makePartition } from './ids.ts'
import { emptyTables, insertRows, setSequences, suspendConstraints } from './load-rows.ts'

const chunkRowsMax = 1_000
const chunkCharactersMax = 4_000_000

/** Reads a backup line by line and keeps its line number and checksum. */
export interface Lines {
  /** Null at the end. */
  next(): Promise<string | null>
  /** Number of the last line, starting at 1. */
  line(): number
  /** Checksum of all lines before the last one. */
  sha256(): string
  close(): Promise<void>
}

export function readLines(lines: AsyncIterable<string>): Lines {
  const iterator = lines[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  let number = 0
  let last: string | null = null
  return {
    async next() {
      if (last !== null) hash.update(last).update('\n')
      const { done, value } = await iterator.next()
      number += 1
      last = done ? null : value
      return last
    },
    line: () => number,
    sha256: () => hash.copy().digest('hex'),
    async close() {
      await iterator.return?.()
    },
  }
}

/**
 * Loads everything after the header into locked tables. Returns the number of rows per table, verified by the end line.
 */
export async function load(
  tx: Tx,
  tables: readonly Table[],
  lines: Lines,
  onProgress: ((progress: Progress) => void) | undefined,
): Promise<Record<string, number>> {
  await emptyTables(tx, tables)
  const restoreConstraints = await suspendConstraints(tx, tables)
  const rows: Record<string, number> = {}
  const sequences: (() => Promise<void>)[] = []
  let into = nowhere

  for (let text = await lines.next(); text !== null; text = await lines.next()) {
    if (isRow(text)) {
      await into.add(text, lines.line())
      continue
    }
    await into.flush()
    const marked = readMarked(text, lines.line())
    if ('end' in marked) {
      verifyEnd(marked.end, lines, rows, tables)
      if ((await lines.next()) !== null) throw new BadBackup('unexpected data after the end', lines.line())
      for (const set of sequences) await set()
      await restoreConstraints()
      return rows
    }
    const { start } = marked
    const startLine = lines.line()
    const table = getTable(tables, start, rows, startLine)
    await asBadBackup(startLine, async () => {
      for (const partition of start.partitions) await makePartition(tx, table.name, partition)
    })
    sequences.push(() => asBadBackup(startLine, () => setSequences(tx, table, start.sequences)))
    rows[table.name] = 0
    into = inChunks(async (chunk, line) => {
      await insertRows(tx, table, chunk, line)
      rows[table.name] = (rows[table.name] ?? 0) + chunk.length
      onProgress?.({ table: table.name, rows: sum(Object.values(rows)) })
      // The embedded engine never yields to the event loop by itself.
      await turn()
    })
  }
  throw new BadBackup('the file is truncated: the end is missing')
}

/**
 * Reports a table line that the database rejects, for example overlapping partitions or a sequence value out of range.
 */
async function asBadBackup(line: number, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(22|42)/.test(String(error.code)))
      throw new BadBackup(error.message, line, { cause: error })
    throw error
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

interface Chunks {
  add(row: string, line: number): Promise<void>
  flush(): Promise<void>
}

const nowhere: Chunks = {
  async add(_, line) {
    throw new BadBackup('unexpected row before the first table', line)
  },
  async flush() {},
}

/** Collects rows of consecutive lines. */
function inChunks(insert: (chunk: readonly string[], firstLine: number) => Promise<void>): Chunks {
  let chunk: string[] = []
  let characters = 0
  let firstLine = 0

  async function flush() {
    if (chunk.length === 0) return
    const full = chunk
    chunk = []
    characters = 0
    await insert(full, firstLine)
  }

  return {
    flush,
    async add(row, line) {
      if (chunk.length === 0) firstLine = line
      chunk.push(row)
      characters += row.length
      if (chunk.length >= chunkRowsMax || characters >= chunkCharactersMax) await flush()
    },
  }
}

function getTable(
  tables: readonly Table[],
  { name, columns }: TableStart,
  rows: Readonly<Record<string, number>>,
  line: number,
): Table {
  if (Object.hasOwn(rows, name)) throw new BadBackup(`the table ${name} occurs twice`, line)
  const table = tables.find((one) => one.name === name)
  if (!table) throw new BadBackup(`the table ${name} does not exist in the schema of this backup`, line)
  const own = table.columns.map((column) => column.name)
  const odd = [
    ...columns.filter((column) => !own.includes(column)),
    ...own.filter((column) => !columns.includes(column)),
  ]
  if (odd.length > 0)
    throw new BadBackup(`the columns of ${name} differ from the schema of this backup: ${odd.join(', ')}`, line)
  return table
}

function verifyEnd(end: End, lines: Lines, rows: Readonly<Record<string, number>>, tables: readonly Table[]): void {
  const missing = tables.find(({ name }) => !Object.hasOwn(rows, name))
  if (missing) throw new BadBackup(`the table ${missing.name} is missing`, lines.line())
  for (const name of new Set([...Object.keys(rows), ...Object.keys(end.rows)])) {
    if (rows[name] !== end.rows[name])
      throw new BadBackup(
        `${name} should have ${end.rows[name] ?? 'no'} rows but has ${rows[name] ?? 'none'}`,
        lines.line(),
      )
  }
  if (end.sha256 !== lines.sha256())
    throw new BadBackup('the checksum does not match: the file was modified', lines.line())
}
