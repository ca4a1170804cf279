import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'
import { listMigrations, migrationExtension, type OldestCode, readOldestCode } from './migration-files.ts'
import { compareSchema, findIncompatibility, migrationsTable, type SchemaState, SchemaTooNew } from './schema-state.ts'

/** A lock was not available in time, or two transactions waited for each other. */
const lockErrors: readonly unknown[] = ['55P03', '40P01']

/** Tables that the migrator keeps for itself. */
export const migrationTables: readonly string[] = [migrationsTable]

export class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld'
}

export interface MigrateOptions {
  readonly upTo?: string | undefined
  /** Called after every attempt that failed because a table was in use. */
  readonly onWait?: (tries: number) => void
  /** Told when the database has a newer schema that this program may run on. */
  readonly onNewer?: (state: SchemaState) => void
  readonly triesMax?: number
  readonly pauseMs?: number
  /** How long a table is waited for. */
  readonly lockSeconds?: number
}

const usualLimits = { triesMax: 20, pauseMs: 3_000, lockSeconds: 5 }

/**
 * Applies what is missing, up to and with `upTo` when it is given: all of it or nothing. Processes that start together
 * take turns on a lock that ends with the transaction, so that it can't be left behind, and works behind a pooler too;
 * a lock of the session, as Kysely's own migrator takes it, does not. A table that somebody reads for long, as a backup
 * does, is not waited for: whoever else wants the tables that are locked by then would wait as well. All of it is
 * undone and tried again instead.
 */
export async function migrate(
  db: Database,
  directory: string,
  { upTo, onWait, onNewer, ...limits }: MigrateOptions = {},
): Promise<readonly string[]> {
  const known = listMigrations(directory).filter((name) => upTo === undefined || name <= upTo)
  // A database that is up to date is only looked at: nobody waits, and a user without the right to change it can start
  // the program.
  const state = await compareSchema(db, known)
  if (missingIn(state).length === 0) {
    if (state.unknown.length > 0) onNewer?.(state)
    return []
  }
  const { triesMax, pauseMs, lockSeconds } = { ...usualLimits, ...limits }
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyMissing(db, directory, known, lockSeconds)
    } catch (error) {
      if (!lockErrors.includes((error as { code?: unknown }).code) || tries >= triesMax) throw error
      onWait?.(tries)
      await sleep(pauseMs)
    }
  }
}

function applyMissing(
  db: Database,
  directory: string,
  known: readonly string[],
  lockSeconds: number,
): Promise<readonly string[]> {
  return db.transaction(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('ngoma migrations'))`.execute(tx)
    // Not for the turn above, which is as long as what others apply.
    await sql`select set_config('lock_timeout', ${`${lockSeconds}s`}, true)`.execute(tx)
    await sql`
      create table if not exists ${sql.table(migrationsTable)}
        (name text primary key, applied_at timestamptz not null default now(), oldest_code integer, oldest_version text)
    `.execute(tx)
    const missing = missingIn(await compareSchema(tx, known))
    for (const name of missing) {
      const text = readFileSync(join(directory, `${name}${migrationExtension}`), 'utf8')
      await sql.raw(text).execute(tx)
      await noteApplied(tx, name, readOldestCode(name, text))
    }
    return missing
  })
}

/** Older databases get the columns of the oldest code with migration 0033, the first that has a value for them. */
function noteApplied(tx: Tx, name: string, oldest: OldestCode | null): Promise<unknown> {
  const table = sql.table(migrationsTable)
  return oldest === null
    ? sql`insert into ${table} (name) values (${name})`.execute(tx)
    : sql`
        insert into ${table} (name, oldest_code, oldest_version)
        values (${name}, ${oldest.schema}, ${oldest.version})
      `.execute(tx)
}

/** What is still to apply. A program that is too old for the schema does not touch it. */
function missingIn(state: SchemaState): readonly string[] {
  const problem = findIncompatibility(state)
  if (problem !== null) throw new SchemaTooNew(problem)
  const { applied, missing } = state
  const late = missing.find((name) => name < (applied.at(-1) ?? ''))
  if (late !== undefined)
    throw new Error(
      `migration ${late} comes before ${applied.at(-1)}, which was applied already: a new one is added at the end`,
    )
  return missing
}
