/** A job table with workers, for tests of the engine. */
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { createClock, type MovableClock } from '../src/engine/clock.ts'
import { columnsOf, type Database } from '../src/engine/db/index.ts'
import { createLog } from '../src/engine/log.ts'
import { createMetrics, type Metrics } from '../src/engine/metrics.ts'
import { startDuePoll } from '../src/engine/work/due-poll.ts'
import { startWorkers, type Work, type Workers, type WorkRow } from '../src/engine/work/index.ts'
import { type Loop, startLoop } from '../src/engine/work/loop.ts'

export interface Job extends WorkRow {
  readonly key: string
  readonly payload: string
}

export interface NewJob {
  readonly key?: string
  readonly payload?: string
  /** Defaults to an hour ago. */
  readonly dueAt?: Date | null
  readonly attempts?: number
  /** Claimed, for this many more seconds. */
  readonly lease?: { readonly owner: string; readonly seconds: number }
}

export interface StoredJob extends Job {
  readonly dueAt: Date | null
  readonly leaseUntil: Date | null
  readonly owner: string | null
  readonly attempts: number
}

/** The settings of a test; others have defaults. */
export type JobWork<Note = never> = Pick<Work<Job, Note>, 'run'> & Partial<Work<Job, Note>>

export interface Jobs {
  readonly table: string
  readonly clock: MovableClock
  readonly logs: string[]
  readonly metrics: Metrics
  insert(...jobs: readonly NewJob[]): Promise<number[]>
  list(): Promise<StoredJob[]>
  /** Undefined if it was deleted. */
  find(id: number): Promise<StoredJob | undefined>
  /** Ends all leases in the database, as if their time were over. */
  endLeases(): Promise<void>
  work<Note = never>(change: JobWork<Note>): Work<Job, Note>
  /** The workers of one process, stopped after the test. */
  workers<Note = never>(works: readonly JobWork<Note>[], options?: LoopChange): Promise<Workers>
  /** A single loop, stopped without a grace period after the test. */
  loop(work: JobWork, options?: LoopChange & { readonly owner?: string }): Loop<Job>
}

interface LoopChange {
  /** The database connection of another process. */
  readonly on?: Database
  /** False for workers that look for rows only when they are woken or a row becomes due. */
  readonly eager?: boolean
  readonly renewEveryMs?: number
}

let tables = 0

export async function openJobs(
  context: Pick<TestContext, 'after'>,
  db: Database,
  keyType: 'text' | 'bigint' = 'text',
  clock = createClock(),
): Promise<Jobs> {
  tables += 1
  const name = `test_jobs_${tables}`
  const table = sql.table(name)
  await sql`
    create table ${table} (
      id bigint generated always as identity primary key,
      key ${sql.raw(keyType)} not null,
      payload text not null,
      due_at timestamptz,
      lease_until timestamptz,
      lease_owner text,
      attempts integer not null default 0,
      fixed_after smallint
    );
    create index on ${table} (key, due_at) where due_at is not null;
    create index on ${table} (due_at) where due_at is not null
  `.execute(db)
  const logs: string[] = []
  const metrics = createMetrics()
  const log = createLog('debug', { write: (line) => void logs.push(line) })

  const list = async () =>
    (
      await sql<StoredJob>`
        select id, key, payload, due_at as "dueAt", lease_until as "leaseUntil", lease_owner as owner, attempts
          from ${table}
         order by id
      `.execute(db)
    ).rows

  const work = <Note>(change: JobWork<Note>): Work<Job, Note> => ({
    name: 'test',
    table: name,
    columns: columnsOf({}, { key: sql<string>`w.key`, payload: sql<string>`w.payload` }),
    key: 'key',
    concurrency: 4,
    concurrencyPerKey: 4,
    retryAfterSeconds: [],
    finished: 'delete',
    async giveUp() {},
    ...change,
  })

  return {
    table: name,
    clock,
    logs,
    metrics,
    list,
    work,
    async insert(...jobs) {
      const hourAgo = new Date(clock.now().getTime() - 3_600_000)
      const { rows } = await sql<{ id: number }>`
        insert into ${table} (key, payload, due_at, attempts, lease_owner, lease_until)
        select key::${sql.raw(keyType)}, payload, due_at, attempts, owner, clock_timestamp() + make_interval(secs => seconds)
          from unnest(${jobs.map(({ key = keyType === 'text' ? 'a' : '1' }) => key)}::text[], ${jobs.map(({ payload = '' }) => payload)}::text[],
                      ${jobs.map(({ dueAt = hourAgo }) => dueAt)}::timestamptz[], ${jobs.map(({ attempts = 0 }) => attempts)}::int[],
                      ${jobs.map(({ lease }) => lease?.owner ?? null)}::text[], ${jobs.map(({ lease }) => lease?.seconds ?? null)}::float8[])
            with ordinality as j(key, payload, due_at, attempts, owner, seconds, place)
         order by place
        returning id
      `.execute(db)
      return rows.map(({ id }) => id)
    },
    async endLeases() {
      await sql`update ${table} set lease_until = clock_timestamp()`.execute(db)
    },
    async find(id) {
      return (await list()).find((job) => job.id === id)
    },
    async workers(works, { on = db, eager = true, renewEveryMs } = {}) {
      const workers = await startWorkers({ db: on, clock, log, metrics, eager, renewEveryMs })
      context.after(() => workers.stop())
      for (const one of works) workers.add(work(one))
      return workers
    },
    loop(one, { owner = 'me', on = db, eager = true, renewEveryMs } = {}) {
      const options = { db: on, clock, log, metrics, owner, eager, renewEveryMs }
      const watched = { work: work(one), loop: startLoop(work(one), options) }
      const { loop } = watched
      const duePoll = eager ? startDuePoll(on, [watched]) : null
      context.after(async () => {
        await duePoll?.stop()
        await loop.stop(0)
      })
      return loop
    },
  }
}

/** A run that lasts until the test ends it. */
export function held<T>() {
  const began = Promise.withResolvers<AbortSignal>()
  const end = Promise.withResolvers<T>()
  return {
    /** Resolves with the signal of the run when it has started. */
    began: began.promise,
    end: end.resolve,
    run(signal: AbortSignal): Promise<T> {
      began.resolve(signal)
      return end.promise
    },
  }
}
