import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'

const table = 'ngoma_migrations'

export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

/** Applies what is missing. Processes that start together take turns on a lock in the database; each file is applied once, all of them or none. */
export async function migrate(db: Database, directory: string): Promise<readonly string[]> {
  const migrations = readMigrations(directory)
  await refuseNewerSchema(db, Object.keys(migrations))
  const migrator = new Migrator({
    db: db.kysely,
    provider: { getMigrations: async () => migrations },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
}

function readMigrations(directory: string): Record<string, Migration> {
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql'))
  return Object.fromEntries(
    files.map((file) => {
      const text = readFileSync(join(directory, file), 'utf8')
      return [file.slice(0, -'.sql'.length), { up: async (tx) => void (await sql.raw(text).execute(tx)) }]
    }),
  )
}

/** An older program does not know what the newer schema promises, so it does not touch it. */
async function refuseNewerSchema(db: Database, known: readonly string[]): Promise<void> {
  const { unknown } = compareSchema(known, await listApplied(db))
  if (unknown.length > 0) throw new SchemaTooNew(describeNewer(unknown))
}

export const describeNewer = (unknown: readonly string[]) =>
  `the database has migration ${unknown.at(-1)}, which this program does not know: it is older than the schema. Start the newer version, or restore a backup`

export interface SchemaState {
  readonly applied: readonly string[]
  /** What this program has and the database has not. */
  readonly missing: readonly string[]
  /** What the database has and this program has not. */
  readonly unknown: readonly string[]
}

/** How the schema of the database stands to the migrations of this program. Changes nothing. */
export async function readSchemaState(db: Database, directory: string): Promise<SchemaState> {
  return compareSchema(Object.keys(readMigrations(directory)), await listApplied(db))
}

function compareSchema(known: readonly string[], applied: readonly string[]): SchemaState {
  return { applied, missing: known.filter((name) => !applied.includes(name)).sort(), unknown: applied.filter((name) => !known.includes(name)) }
}

/** In order. */
async function listApplied(db: Database): Promise<readonly string[]> {
  const exists = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db)
  if (!exists.rows[0]?.there) return []
  const applied = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(db)
  return applied.rows.map(({ name }) => name)
}
