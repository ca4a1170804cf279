import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { listMigrations, type OldestCode, schemaOf } from './migration-files.ts'

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
  /** Null for a database last migrated by a version before 0.2.0. */
  readonly oldest: OldestCode | null
}

interface AppliedMigration {
  readonly name: string
  readonly oldest: OldestCode | null
}

/** Names of the applied migrations in order; null before the first migration. */
export async function findApplied(db: Queryable): Promise<string[] | null> {
  return (await findMigrations(db))?.map(({ name }) => name) ?? null
}

async function findMigrations(db: Queryable): Promise<AppliedMigration[] | null> {
  const exists = await sql<{ there: boolean }>`select to_regclass(${migrationsTable}) is not null as there`.execute(db)
  if (!exists.rows[0]?.there) return null
  // Read through JSON, because a database of version 0.1.0 lacks the last two columns.
  const { rows } = await sql<{ name: string; schema: number | null; version: string | null }>`
    select m.name, (to_json(m) ->> 'oldest_code')::integer as schema, to_json(m) ->> 'oldest_version' as version
      from ${sql.table(migrationsTable)} m
     order by m.name collate "C"
  `.execute(db)
  return rows.map(({ name, schema, version }) => ({
    name,
    oldest: schema === null || version === null ? null : { schema, version },
  }))
}

export async function readSchemaState(db: Queryable, directory: string): Promise<SchemaState> {
  return compareSchema(db, listMigrations(directory))
}

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
export function findIncompatibility({
  missing,
  unknown,
  programSchema,
  databaseSchema,
  oldest,
}: SchemaState): string | null {
  if (unknown.length === 0) return null
  if (missing.length > 0)
    return `the database belongs to another branch of Ngoma (it has migration ${unknown.at(-1)} but not ${missing[0]}). Start the version that created it, or restore a backup`
  // Missing in the response of a 0.1.0 server, which doctor may query.
  if (!oldest || programSchema >= oldest.schema) return null
  return `the database schema ${databaseSchema} is too new for this version (schema ${programSchema}). Start version ${oldest.version} or later, or restore a backup`
}
