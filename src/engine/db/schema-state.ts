import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { listMigrations, type OldestCode, schemaOf } from './migration-files.ts'

export const migrationsTable = 'ngoma_migrations'

export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

/** How the schema of the database compares to the migrations of this program. */
export interface SchemaState {
  readonly applied: readonly string[]
  /** Migrations of this program that the database does not have. */
  readonly missing: readonly string[]
  /** Migrations of the database that this program does not have. */
  readonly unknown: readonly string[]
  /** Numbers of the last migration of this program and of the database; 0 for none. */
  readonly programSchema: number
  readonly databaseSchema: number
  /** Null for a database that no version from 0.2.0 on has migrated. */
  readonly oldest: OldestCode | null
}

interface AppliedMigration {
  readonly name: string
  readonly oldest: OldestCode | null
}

/** The names of the applied migrations, in order; null when none ever was applied. */
export async function findApplied(db: Queryable): Promise<string[] | null> {
  return (await findMigrations(db))?.map(({ name }) => name) ?? null
}

async function findMigrations(db: Queryable): Promise<AppliedMigration[] | null> {
  const exists = await sql<{ there: boolean }>`select to_regclass(${migrationsTable}) is not null as there`.execute(db)
  if (!exists.rows[0]?.there) return null
  // As JSON, because a database of version 0.1.0 does not have the last two columns.
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

/** Compares the database to the migrations of this program. Changes nothing. */
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

/** Why this program can't run on the schema, and which version can; null when it can. */
export function findIncompatibility({
  missing,
  unknown,
  programSchema,
  databaseSchema,
  oldest,
}: SchemaState): string | null {
  if (unknown.length === 0) return null
  if (missing.length > 0)
    return `the database has migration ${unknown.at(-1)}, which this program does not know, and lacks ${missing[0]}: it belongs to another branch of the program. Start the program that made it, or restore a backup`
  // A server of version 0.1.0, which doctor may ask, does not say.
  if (!oldest || programSchema >= oldest.schema) return null
  return `the database has schema ${databaseSchema}, which is too new for this program (schema ${programSchema}): start version ${oldest.version} or later, or restore a backup`
}
