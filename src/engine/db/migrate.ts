import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { watchLocks } from './lock-wait.ts'
import { listMigrations, migrationExtension, readOldestCode } from './migration-files.ts'
import { run } from './run.ts'
import { compareSchema, findIncompatibility, migrationsTable, type SchemaState, SchemaTooNew } from './schema-state.ts'

/** Lock timeout and deadlock. */
const lockErrors: readonly unknown[] = ['55P03', '40P01']

export const migrationTables: readonly string[] = [migrationsTable]

export class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld'
}

/** Tables stayed in use until the last attempt. A later one may succeed. */
export class MigrationBlocked extends Error {
  override readonly name = 'MigrationBlocked'
}

export interface MigrateOptions {
  readonly upTo?: string
  /** Called after every attempt that failed because of a locked table, with the sessions that hold it if known. */
  readonly onWait?: (tries: number, blockers: readonly string[]) => void
  /** Called when the schema is newer than this program but compatible. */
  readonly onNewer?: (state: SchemaState) => void
  /** For each migration. */
  readonly triesMax?: number
  readonly pauseMsMax?: number
  readonly lockMsMax?: number
}

/**
 * Sends wait behind our wait for a table, so it begins shorter than `deadlock_timeout`: then no other transaction is
 * chosen as the victim of a deadlock. Later waits are longer, which cancels an automatic vacuum. All tries of a
 * migration take a few minutes, which is longer than most statements of other programs.
 */
const usualLimits = { triesMax: 30, pauseMsMax: 10_000, lockMsMax: 1_500 }
const lockMsStep = 300
const pauseMsMin = 250

/**
 * Applies missing migrations, up to and including `upTo`. Each has its own transaction, so that locks are held for a
 * short time; those of an empty database share one, because nobody waits for its tables. Concurrent starts are
 * serialized by a transaction-level lock, which also works behind a pooler, unlike the session lock of Kysely's
 * migrator; two processes may take turns. Does not wait long for a table that is in use, for example by a backup,
 * because other sessions would queue behind our locks: it rolls back and tries again.
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
  const { triesMax, pauseMsMax, lockMsMax } = { ...usualLimits, ...limits }
  const applied: string[] = []
  let locks: readonly string[] = []
  for (let tries = 1; ; tries += 1) {
    const lockMs = Math.min(lockMsMax, tries * lockMsStep)
    const watch = watchLocks(db, lockMs / 3)
    try {
      const step = await applyStep(db, { directory, known, locks, lockMs, onPid: watch.setPid })
      if (step.length === 0) return applied
      applied.push(...step)
      tries = 0
      locks = []
    } catch (error) {
      const { lock, blockers } = watch.stop()
      if (!lockErrors.includes((error as { code?: unknown }).code)) throw error
      if (tries >= triesMax) throw new MigrationBlocked(describeBlocked(blockers, tries), { cause: error })
      onWait?.(tries, blockers)
      // The others lock it first, and then wait for the tables that we have.
      if (lock !== null) locks = [lock, ...locks.filter((one) => one !== lock)]
      // Random, so that processes that start together do not meet again and again.
      await sleep(Math.min(pauseMsMax, pauseMsMin * 1.5 ** (tries - 1)) * (0.5 + Math.random()))
    } finally {
      watch.stop()
    }
  }
}

const describeBlocked = (blockers: readonly string[], tries: number) =>
  [
    `a migration could not lock a table in ${tries} tries, because other sessions of the database use it`,
    ...(blockers.length === 0 ? [] : [blockers.join('; ')]),
    'wait until they have ended, or end them with "select pg_terminate_backend(PID)", then try again',
  ].join(': ')

interface Step {
  readonly directory: string
  readonly known: readonly string[]
  /** Tables to lock before the migration, in order. */
  readonly locks: readonly string[]
  readonly lockMs: number
  readonly onPid: (pid: number) => void
}

/** Applies the next missing migration, or all to an empty database. Returns their names. */
function applyStep(db: Database, { directory, known, locks, lockMs, onPid }: Step): Promise<readonly string[]> {
  return db.transaction(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('ngoma migrations'))`.execute(tx)
    // Set after the advisory lock, which may take as long as a migration of another process.
    const session = await run.first<{ pid: number }>(tx)`
      select pg_backend_pid() as pid, set_config('lock_timeout', ${String(Math.ceil(lockMs))}, true)
    `
    if (session) onPid(session.pid)
    await sql`
      create table if not exists ${sql.table(migrationsTable)}
        (name text primary key, applied_at timestamptz not null default now(), oldest_code integer, oldest_version text)
    `.execute(tx)
    const state = await compareSchema(tx, known)
    const missing = missingIn(state)
    const step = state.applied.length === 0 ? missing : missing.slice(0, 1)
    for (const lock of step.length > 0 ? locks : []) await sql`lock table ${sql.raw(lock)}`.execute(tx)
    for (const name of step) {
      const text = readFileSync(join(directory, `${name}${migrationExtension}`), 'utf8')
      await sql.raw(text).execute(tx)
      const oldest = readOldestCode(name, text)
      await sql`
        insert into ${sql.table(migrationsTable)} (name, oldest_code, oldest_version)
        values (${name}, ${oldest?.schema ?? null}, ${oldest?.version ?? null})
      `.execute(tx)
    }
    return step
  })
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
