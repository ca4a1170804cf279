import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'
import { listMigrations, migrationExtension, type OldestCode, readOldestCode } from './migration-files.ts'
import { compareSchema, findIncompatibility, migrationsTable, type SchemaState, SchemaTooNew } from './schema-state.ts'

/** Lock timeout and deadlock. */
const lockErrors: readonly unknown[] = ['55P03', '40P01']

/** Tables of the migrator itself. */
export const migrationTables: readonly string[] = [migrationsTable]

export class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld'
}

export interface MigrateOptions {
  readonly upTo?: string | undefined
  /** Called after every attempt that failed because of a locked table. */
  readonly onWait?: (tries: number) => void
  /** Called when the schema is newer than this program but compatible. */
  readonly onNewer?: (state: SchemaState) => void
  readonly triesMax?: number
  readonly pauseMs?: number
  /** Maximum time to wait for a table lock. */
  readonly lockSeconds?: number
}

const usualLimits = { triesMax: 20, pauseMs: 3_000, lockSeconds: 5 }

/**
 * Applies missing migrations, up to and including `upTo`, all or none. Concurrent starts are serialized by a
 * transaction-level lock, which also works behind a pooler, unlike the session lock of Kysely's migrator. Does not wait
 * long for a table that is in use, for example by a backup, because other sessions would queue behind our locks: it
 * rolls back and tries again.
 */
export async function migrate(
  db: Database,
  directory: string,
  { upTo, onWait, onNewer, ...limits }: MigrateOptions = {},
): Promise<readonly string[]> {
  const known = listMigrations(directory).filter((name) => upTo === undefined || name <= upTo)
  // With an up-to-date schema no lock is taken, and no permission to change the schema is needed.
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
    // Set after the advisory lock, which may take as long as the migrations of another process.
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

/**
 * In older databases migration 0033 adds the columns for the oldest code; it is the first one with a value for them.
 */
function noteApplied(tx: Tx, name: string, oldest: OldestCode | null): Promise<unknown> {
  const table = sql.table(migrationsTable)
  return oldest === null
    ? sql`insert into ${table} (name) values (${name})`.execute(tx)
    : sql`
        insert into ${table} (name, oldest_code, oldest_version)
        values (${name}, ${oldest.schema}, ${oldest.version})
      `.execute(tx)
}

/** Returns the migrations to apply. Throws when this program is too old for the schema. */
function missingIn(state: SchemaState): readonly string[] {
  const problem = findIncompatibility(state)
  if (problem !== null) throw new SchemaTooNew(problem)
  const { applied, missing } = state
  const late = missing.find((name) => name < (applied.at(-1) ?? ''))
  if (late !== undefined)
    throw new Error(
      `migration ${late} sorts before ${applied.at(-1)}, which is already applied: new migrations must come last`,
    )
  return missing
}
