import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Progress } from './backup.ts'
import { BadBackup, type Header, readHeader } from './backup-format.ts'
import { listTables, type Table } from './catalog.ts'
import type { Database, Tx } from './database.ts'
import { load, readLines } from './load.ts'
import { migrate, migrationTables } from './migrate.ts'
import { baseline, listMigrations } from './migration-files.ts'
import { run } from './run.ts'
import { findApplied, SchemaTooNew } from './schema-state.ts'

/** The digest of the 83 migrations of the last development version, whose schema is the baseline. */
const developmentDigest = '0f138ad57d5ff0bc81e9520f578bca1d7f3c0bcc9584903d2e3311dae78461ea'

export class NotEmpty extends Error {
  override readonly name = 'NotEmpty'
}

export interface RestoreOptions {
  readonly migrationsDirectory: string
  /** Tables that migrations insert rows into. Rows in any other table count as data. */
  readonly seeded: readonly string[]
  readonly onProgress?: (progress: Progress) => void
}

export interface Restored {
  readonly header: Header
  /** Number of rows per table. */
  readonly rows: Readonly<Record<string, number>>
  /** Migrations applied after the restore of an older backup. */
  readonly migrated: readonly string[]
}

/**
 * Restores a backup into an empty database. Creates the schema version of the backup, loads all rows, then applies
 * newer migrations. After an error no rows are left, and the restore can be repeated.
 */
export async function restore(db: Database, lines: AsyncIterable<string>, options: RestoreOptions): Promise<Restored> {
  const { migrationsDirectory, seeded, onProgress } = options
  const source = readLines(lines)
  try {
    const first = await source.next()
    if (first === null) throw new BadBackup('the file is empty')
    const header = toBaseline(readHeader(first, source.line()))
    refuseForeignSchema(header, listMigrations(migrationsDirectory))
    await db.transaction((tx) => clearSchema(tx, header, seeded))
    await migrate(db, migrationsDirectory, { upTo: header.migrations.at(-1) })
    const rows = await db.transaction(async (tx) => {
      const tables = await listTables(tx)
      await lockTables(tx, tables)
      await refuseRows(tx, tables, seeded)
      return load(tx, tables, source, onProgress)
    })
    return { header, rows, migrated: await migrate(db, migrationsDirectory) }
  } finally {
    await source.close()
  }
}

function toBaseline(header: Header): Header {
  const isLastDevelopment = hash('sha256', header.migrations.join('\n')) === developmentDigest
  return isLastDevelopment ? { ...header, migrations: [baseline] } : header
}

/** The migrations of the backup must be a prefix of ours. */
function refuseForeignSchema({ migrations }: Header, known: readonly string[]): void {
  if (known.includes(baseline) && !migrations.includes(baseline))
    throw new BadBackup(
      `it was made by an early development version (its last migration is ${migrations.at(-1)}). Restore it with that version, upgrade to the last one before ${baseline}, and make a new backup`,
      1,
    )
  const unknown = migrations.findLast((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new SchemaTooNew(
      `the backup was made by a newer version (it has migration ${unknown}): restore it with that version`,
    )
  if (migrations.some((name, index) => name !== known[index]))
    throw new BadBackup(`migrations before ${migrations.at(-1)} are missing`, 1)
}

/** Drops an empty schema that is newer than the backup, so that it can be created in the version of the backup. */
async function clearSchema(tx: Tx, { migrations }: Header, seeded: readonly string[]): Promise<void> {
  const applied = await findApplied(tx)
  const tables = await listTables(tx)
  if (applied === null && tables.length > 0)
    throw new NotEmpty(
      `the database contains the foreign table ${tables[0]?.name}: restore into a separate, empty database`,
    )
  if (applied === null) return
  await lockTables(tx, tables)
  await refuseRows(tx, tables, seeded)
  if (applied.some((name) => !migrations.includes(name))) await sql`drop table ${namesOf(tables)} cascade`.execute(tx)
}

/**
 * Any row counts as data, regardless of when it was written: other tools may have restored everything in one
 * transaction.
 */
async function refuseRows(tx: Tx, tables: readonly Table[], seeded: readonly string[]): Promise<void> {
  for (const { name } of tables.filter((table) => !seeded.includes(table.name))) {
    if (await run.hasRows(tx)`select 1 from ${sql.id(name)} limit 1`)
      throw new NotEmpty(`the database is not empty (${name} has rows): restore into an empty database`)
  }
}

/**
 * A server that starts meanwhile waits when it reads the migrations. One that was faster has left rows, which
 * `refuseRows` finds.
 */
async function lockTables(tx: Tx, tables: readonly Table[]): Promise<void> {
  await sql`lock table ${namesOf(tables)} in access exclusive mode`.execute(tx)
}

/** The migrations table comes first, because every process reads it first. */
const namesOf = (tables: readonly Table[]) =>
  sql.join([...migrationTables, ...tables.map(({ name }) => name)].map((name) => sql.id(name)))
