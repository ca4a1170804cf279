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

type Lines = ReturnType<typeof readLines>

/** Reads a backup line by line and keeps its line number and checksum. */
export function readLines(lines: AsyncIterable<string>) {
  const iterator = lines[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  let number = 0
  let last: string | null = null
  return {
    /** Null at the end. */
    async next(): Promise<string | null> {
      if (last !== null) hash.update(last).update('\n')
      const { done, value } = await iterator.next()
      number += 1
      last = done ? null : value
      return last
    },
    /** Number of the last line, starting at 1. */
    line: () => number,
    /** Checksum of all lines before the last one. */
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
  let total = 0
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
      total += chunk.length
      onProgress?.({ table: table.name, rows: total })
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

const nowhere: ReturnType<typeof inChunks> = {
  async add(_, line) {
    throw new BadBackup('unexpected row before the first table', line)
  },
  async flush() {},
}

function inChunks(insert: (chunk: readonly string[], firstLine: number) => Promise<void>) {
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
    async add(row: string, line: number) {
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
  const odd = [...columns, ...own].filter((column) => !columns.includes(column) || !own.includes(column))
  if (odd.length > 0)
    throw new BadBackup(`the columns of ${name} differ from the schema of this backup: ${odd.join(', ')}`, line)
  return table
}

function verifyEnd(end: End, lines: Lines, rows: Readonly<Record<string, number>>, tables: readonly Table[]): void {
  const missing = tables.find(({ name }) => !Object.hasOwn(rows, name))
  if (missing) throw new BadBackup(`the table ${missing.name} is missing`, lines.line())
  for (const name of new Set([...Object.keys(rows), ...Object.keys(end.rows)])) {
    const [wanted, found] = [end.rows[name], rows[name]]
    if (found !== wanted)
      throw new BadBackup(`${name} should have ${wanted ?? 'no'} rows but has ${found ?? 'none'}`, lines.line())
  }
  if (end.sha256 !== lines.sha256())
    throw new BadBackup('the checksum does not match: the file was modified', lines.line())
}
