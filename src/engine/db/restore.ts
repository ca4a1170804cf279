import { sql } from 'kysely'
import type { Progress } from './backup.ts'
import { BadBackup, type Header, readHeader } from './backup-format.ts'
import { listTables, type Table } from './catalog.ts'
import type { Database, Tx } from './database.ts'
import { load, readLines } from './load.ts'
import { migrate, migrationTables } from './migrate.ts'
import { listMigrations } from './migration-files.ts'
import { findApplied, SchemaTooNew } from './schema-state.ts'

/** A backup is only restored where nothing can be lost. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty'
}

export interface RestoreOptions {
  readonly migrationsDirectory: string
  /** Tables that the migrations themselves put rows into. A row in any other is somebody's. */
  readonly seeded: readonly string[]
  readonly onProgress?: (progress: Progress) => void
}

export interface Restored {
  readonly header: Header
  /** Of each table. */
  readonly rows: Readonly<Record<string, number>>
  /** What was applied after the restore, because the backup was of an older version. */
  readonly migrated: readonly string[]
}

/**
 * Reads a backup into a database that has no tables, or only what the migrations made. The schema is first that of the
 * backup's own version, and is brought up to date when everything is in. Whatever goes wrong with the file, the rows
 * come in all or not at all, and it can be tried again.
 */
export async function restore(db: Database, lines: AsyncIterable<string>, options: RestoreOptions): Promise<Restored> {
  const { migrationsDirectory, seeded, onProgress } = options
  const source = readLines(lines)
  try {
    const first = await source.next()
    if (first === null) throw new BadBackup('it is empty')
    const header = readHeader(first, source.line())
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

/** A schema can only be made as the files say: in order, without gaps. */
function refuseForeignSchema({ migrations }: Header, known: readonly string[]): void {
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new SchemaTooNew(
      `the backup has migration ${unknown.at(-1)}, which this program does not know: it was made by a newer version. Restore it with that one`,
    )
  }
  if (migrations.some((name, index) => name !== known[index]))
    throw new BadBackup(`it lacks migrations before ${migrations.at(-1)}`, 1)
}

/**
 * Leaves a schema that can be migrated to the backup's version: one that is beyond it already, and empty, is made anew.
 */
async function clearSchema(tx: Tx, { migrations }: Header, seeded: readonly string[]): Promise<void> {
  const applied = await findApplied(tx)
  const tables = await listTables(tx)
  if (applied === null && tables.length > 0)
    throw new NotEmpty(
      `the database has the table ${tables[0]?.name}, which is not Ngoma's: restore into one of its own`,
    )
  if (applied === null) return
  await lockTables(tx, tables)
  await refuseRows(tx, tables, seeded)
  if (applied.some((name) => !migrations.includes(name))) {
    await sql`drop table ${namesOf(tables)} cascade`.execute(tx)
  }
}

/**
 * Nothing is concluded from when or by whom a row was written: what came from another tool was written in one
 * transaction with everything else.
 */
async function refuseRows(tx: Tx, tables: readonly Table[], seeded: readonly string[]): Promise<void> {
  for (const { name } of tables.filter((table) => !seeded.includes(table.name))) {
    const { rows } = await sql<{ there: boolean }>`select exists (select from ${sql.id(name)}) as there`.execute(tx)
    if (rows[0]?.there)
      throw new NotEmpty(`the database is in use, there are rows in ${name}: restore into an empty one`)
  }
}

/**
 * A program that starts meanwhile waits where it reads the migrations, and one that was quicker is found out by its
 * rows.
 */
async function lockTables(tx: Tx, tables: readonly Table[]): Promise<void> {
  await sql`lock table ${namesOf(tables)} in access exclusive mode`.execute(tx)
}

/** The migrations' own come first: that is where everybody begins. */
const namesOf = (tables: readonly Table[]) =>
  sql.join([...migrationTables, ...tables.map(({ name }) => name)].map((name) => sql.id(name)))
