import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { baseline, listMigrations, type OldestCode, schemaOf } from './migration-files.ts'
import { run } from './run.ts'

export const migrationsTable = 'ngoma_migrations'

export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

/** The schema of the database compared to the migrations of this program. */
export interface SchemaState {
  readonly applied: readonly string[]
  /** Migrations of this program that the database does not have. */
  readonly missing: readonly string[]
  /** Migrations of the database that this program does not have. */
  readonly unknown: readonly string[]
  /** Numbers of the last migration of this program and of the database; 0 for none. */
  readonly programSchema: number
  readonly databaseSchema: number
  /** Null before the first migration. */
  readonly oldest: OldestCode | null
}

/** Names of the applied migrations in order; null before the first migration. */
export async function findApplied(db: Queryable): Promise<string[] | null> {
  return (await findMigrations(db))?.map(({ name }) => name) ?? null
}

async function findMigrations(db: Queryable) {
  if (!(await run.hasRows(db)`select 1 where to_regclass(${migrationsTable}) is not null`)) return null
  const rows = await run.all<{ name: string; schema: number | null; version: string | null }>(db)`
    select name, oldest_code as schema, oldest_version as version
      from ${sql.table(migrationsTable)}
     order by name collate "C"
  `
  return rows.map(({ name, schema, version }) => ({
    name,
    oldest: schema === null || version === null ? null : { schema, version },
  }))
}

export const readSchemaState = (db: Queryable, directory: string): Promise<SchemaState> =>
  compareSchema(db, listMigrations(directory))

export async function compareSchema(db: Queryable, known: readonly string[]): Promise<SchemaState> {
  const found = (await findMigrations(db)) ?? []
  const applied = found.map(({ name }) => name)
  return {
    applied,
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    programSchema: schemaOf(known),
    databaseSchema: schemaOf(applied),
    oldest: found.reduce<OldestCode | null>(
      (highest, { oldest }) => ((oldest?.schema ?? 0) > (highest?.schema ?? 0) ? oldest : highest),
      null,
    ),
  }
}

/** Returns why this program cannot use the schema, and which version can; null when it can. */
export function findIncompatibility(state: SchemaState): string | null {
  const { missing, unknown, programSchema, databaseSchema, oldest } = state
  if (unknown.length === 0) return null
  if (missing.includes(baseline))
    return `the database was created by a development version from before the first release (its last migration is ${unknown.at(-1)}). Run ngoma backup with the last of these versions, and ngoma restore with this one into an empty database`
  if (missing.length > 0)
    return `the database belongs to another branch of Ngoma (it has migration ${unknown.at(-1)} but not ${missing[0]}). Start the version that created it, or restore a backup`
  if (oldest === null || programSchema >= oldest.schema) return null
  return `the database schema ${databaseSchema} is too new for this version (schema ${programSchema}). Start version ${oldest.version} or later, or restore a backup`
}
