import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Queryable } from './database.ts'

const table = 'ngoma_migrations'
const extension = '.sql'
/** Of PostgreSQL: a lock was not to be had in time. */
const lockNotAvailable = '55P03'

/** What the migrations keep for themselves. */
export const migrationTables: readonly string[] = [table]

export class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld'
}

export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

export interface MigrateOptions {
  readonly upTo?: string | undefined
  /** Told after every try for which somebody was in the way. */
  readonly onWait?: (tries: number) => void
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
  { upTo, onWait, ...limits }: MigrateOptions = {},
): Promise<readonly string[]> {
  const known = listMigrations(directory).filter((name) => upTo === undefined || name <= upTo)
  // A database that is up to date is only looked at: nobody waits, and a user without the right to change it can start
  // the program.
  if (missingIn(known, await findApplied(db)).length === 0) return []
  const { triesMax, pauseMs, lockSeconds } = { ...usualLimits, ...limits }
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyMissing(db, directory, known, lockSeconds)
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable || tries >= triesMax) throw error
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
    await sql`create table if not exists ${sql.table(table)} (name text primary key, applied_at timestamptz not null default now())`.execute(
      tx,
    )
    const missing = missingIn(known, await findApplied(tx))
    for (const name of missing) {
      await sql.raw(readFileSync(join(directory, `${name}${extension}`), 'utf8')).execute(tx)
      await sql`insert into ${sql.table(table)} (name) values (${name})`.execute(tx)
    }
    return missing
  })
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
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name collate "C"`.execute(
    db,
  )
  return rows.map(({ name }) => name)
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
export async function readSchemaState(db: Queryable, directory: string): Promise<SchemaState> {
  return compareSchema(listMigrations(directory), await findApplied(db))
}

function compareSchema(known: readonly string[], applied: readonly string[] | null): SchemaState {
  return {
    applied: applied ?? [],
    missing: known.filter((name) => !applied?.includes(name)),
    unknown: (applied ?? []).filter((name) => !known.includes(name)),
  }
}

/** An older program does not know what the newer schema promises, so it does not touch it. */
function missingIn(known: readonly string[], found: readonly string[] | null): readonly string[] {
  const { applied, missing, unknown } = compareSchema(known, found)
  if (unknown.length > 0) throw new SchemaTooNew(describeNewer(unknown))
  const late = missing.find((name) => name < (applied.at(-1) ?? ''))
  if (late !== undefined)
    throw new Error(
      `migration ${late} comes before ${applied.at(-1)}, which was applied already: a new one is added at the end`,
    )
  return missing
}
