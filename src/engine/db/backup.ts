import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { isWritable, writeEnd, writeHeader, writeTableStart } from './backup-format.ts'
import { listPartitions, listSequences, listTables, type Table } from './catalog.ts'
import type { Database, Tx } from './database.ts'
import { run } from './run.ts'
import { findApplied } from './schema-state.ts'

export interface Progress {
  readonly table: string
  /** Total of all tables up to now. */
  readonly rows: number
}

export interface DumpOptions {
  /** Tables to back up without their rows. */
  readonly withoutRows?: readonly string[]
  readonly onProgress?: (progress: Progress) => void
}

/** The embedded engine blocks the main thread, so larger steps would delay requests. */
const fetchRowsMax = { postgres: 2_000, embedded: 200 }
const fetchRowsFirst = 100
/** The number of rows per fetch is adapted to the size of the last rows. */
const fetchCharactersWanted = 1_000_000

/**
 * Yields the lines of a backup, without line breaks, from one snapshot. Rows are fetched on demand. PostgreSQL serves
 * others meanwhile; the embedded engine has only one connection, so the reader must not use the database. Leaving the
 * loop early ends the transaction.
 */
export async function* dump(
  db: Database,
  { withoutRows = [], onProgress }: DumpOptions = {},
): AsyncGenerator<string, void, undefined> {
  // Throws inside a transaction, where the embedded engine would deadlock.
  db.getExecutor()
  const known = await db.transaction(listTables)
  const tx = await db.kysely.startTransaction().execute()
  try {
    await beginSnapshot(tx)
    if (known.length > 0) await lockTables(tx, known)
    const hash = createHash('sha256')
    const note = (line: string) => {
      hash.update(line).update('\n')
      return line
    }
    yield note(await header(tx, db.engine))

    const tables = await listTables(tx)
    rejectUnknown(withoutRows, tables)
    await lockTables(tx, tables)
    const rows: Record<string, number> = {}
    let total = 0
    for (const table of tables) {
      yield note(await tableStart(tx, table))
      let count = 0
      const batches = withoutRows.includes(table.name) ? [] : fetchRows(tx, table, fetchRowsMax[db.engine])
      for await (const lines of batches) {
        for (const line of lines) yield note(line)
        count += lines.length
        onProgress?.({ table: table.name, rows: total + count })
      }
      rows[table.name] = count
      total += count
    }
    yield writeEnd({ rows, sha256: hash.digest('hex') })
  } finally {
    // Nothing to commit. A lost connection has already caused an error.
    await tx
      .rollback()
      .execute()
      .catch(() => {})
  }
}

/** With a misspelled name the backup would contain rows that must be left out. */
function rejectUnknown(withoutRows: readonly string[], tables: readonly Table[]): void {
  const unknown = withoutRows.find((name) => !tables.some((table) => table.name === name))
  if (unknown !== undefined) throw new Error(`unknown table ${unknown} in withoutRows`)
}

/**
 * The isolation level must be set before the first read. Timeouts are off, because the reader may be slow. Output
 * formats are fixed.
 */
async function beginSnapshot(tx: Tx): Promise<void> {
  await sql`
    set transaction isolation level repeatable read, read only;
    set local idle_in_transaction_session_timeout = 0;
    set local statement_timeout = 0;
    set local timezone = 'UTC';
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'postgres';
    set local bytea_output = 'hex';
    set local extra_float_digits = 1
  `.execute(tx)
}

/**
 * Blocks TRUNCATE, table rewrites and the removal of partitions, which would make tables look empty in this snapshot.
 * The lock does not begin the snapshot.
 */
async function lockTables(tx: Tx, tables: readonly Table[]): Promise<void> {
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.id(name)))} in access share mode`.execute(tx)
}

async function header(tx: Tx, engine: Database['engine']): Promise<string> {
  const migrations = await findApplied(tx)
  if (migrations === null || migrations.length === 0)
    throw new Error('nothing to back up: the database has no schema yet')
  const now = await run.first<{ time: string }>(tx)`select to_json(now()) #>> '{}' as time`
  return writeHeader({ migrations, engine, time: now?.time ?? '' })
}

async function tableStart(tx: Tx, table: Table): Promise<string> {
  const columns = table.columns.map(({ name }) => name)
  if (!isWritable(columns))
    throw new Error(`cannot back up the table ${table.name}: the name of its first column is reserved`)
  return writeTableStart({
    name: table.name,
    columns,
    sequences: await listSequences(tx, table),
    partitions: await listPartitions(tx, table.name),
  })
}

async function* fetchRows(tx: Tx, { name, columns, key }: Table, rowsMax: number) {
  const values = columns.map((column) =>
    column.asText ? sql`t.${sql.id(column.name)}::text as ${sql.id(column.name)}` : sql`t.${sql.id(column.name)}`,
  )
  const order = key.length > 0 ? sql`order by ${sql.join(key.map((column) => sql`t.${sql.id(column)}`))}` : sql``
  await sql`
    declare backup no scroll cursor for
    select row_to_json(r)::text as line
      from (select ${sql.join(values)} from ${sql.id(name)} t ${order}) r
  `.execute(tx)
  let size = fetchRowsFirst
  for (;;) {
    const rows = await run.all<{ line: string }>(tx)`fetch ${sql.lit(size)} from backup`
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => line)
    yield lines
    const characters = lines.reduce((sum, { length }) => sum + length, 0)
    size = Math.max(1, Math.min(rowsMax, Math.floor((lines.length * fetchCharactersWanted) / characters)))
    // The embedded engine never yields to the event loop by itself.
    await turn()
  }
  await sql`close backup`.execute(tx)
}
