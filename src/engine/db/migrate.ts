import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database, Queryable } from './database.ts'

const table = 'ngoma_migrations'
const lockTable = `${table}_lock`
const extension = '.sql'

/** What the migrations keep for themselves. */
export const migrationTables: readonly string[] = [table, lockTable]

export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

/**
 * Applies what is missing, up to and with `upTo` when it is given. Processes that start together take turns on a lock in the database; each file is
 * applied once, all of them or none.
 */
export async function migrate(db: Database, directory: string, upTo?: string): Promise<readonly string[]> {
  const migrations = readMigrations(directory, upTo)
  await refuseNewerSchema(db, Object.keys(migrations))
  const migrator = new Migrator({
    db: db.kysely,
    provider: { getMigrations: async () => migrations },
    migrationTableName: table,
    migrationLockTableName: lockTable,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
}

/** The names of all there are, in order. */
export function listMigrations(directory: string): string[] {
  const files = readdirSync(directory).filter((file) => file.endsWith(extension))
  return files.map((file) => file.slice(0, -extension.length)).sort()
}

/** The names of those that were applied, in order; null when none ever was. */
export async function findApplied(db: Queryable): Promise<string[] | null> {
  const exists = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db)
  if (!exists.rows[0]?.there) return null
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name collate "C"`.execute(db)
  return rows.map(({ name }) => name)
}

function readMigrations(directory: string, upTo?: string): Record<string, Migration> {
  const names = listMigrations(directory)
  return Object.fromEntries(
    names
      .filter((name) => upTo === undefined || name <= upTo)
      .map((name) => {
        const text = readFileSync(join(directory, `${name}${extension}`), 'utf8')
        return [name, { up: async (tx) => void (await sql.raw(text).execute(tx)) }]
      }),
  )
}

/** An older program does not know what the newer schema promises, so it does not touch it. */
async function refuseNewerSchema(db: Database, known: readonly string[]): Promise<void> {
  const unknown = ((await findApplied(db)) ?? []).filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new SchemaTooNew(
      `the database has migration ${unknown.at(-1)}, which this program does not know: it is older than the schema. Start the newer version, or restore a backup`,
    )
  }
}
