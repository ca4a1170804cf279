import { sql } from 'kysely'
import type { Clock } from '../../values/time.ts'
import { columnsOf, type Database, type RowOf } from '../db/index.ts'
import { type AnyWork, again, type Lease, type Work, type WorkRow } from './work.ts'
import type { Workers } from './workers.ts'

/** A task that one process at a time runs periodically. */
export interface PeriodicTask {
  readonly name: string
  readonly everySeconds: number
  /** `unfinished`: the run was interrupted, and continues at once when a process has time for it. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most tasks return nothing
  run(lease: Lease): Promise<void | 'unfinished'>
}

/** Tasks are due at multiples of this time, so that one claim finds several. */
const stepMs = 5_000

const columns = columnsOf({ w: 'periodic_tasks' }, { name: 'w.name' })
type TaskRow = WorkRow & RowOf<typeof columns>

/**
 * Periodic tasks are rows: a task that was missed while no process ran is due at once, and a failed one is repeated
 * next time. A renamed or removed task would leave its old row due for ever: delete it in a migration.
 */
export async function periodicWork(db: Database, clock: Clock, tasks: readonly PeriodicTask[]): Promise<Work<TaskRow>> {
  const names = tasks.map(({ name }) => name)
  await sql`
    insert into periodic_tasks (name, due_at)
    select name, ${clock.now()}
      from unnest(${names}::text[]) as name
        on conflict (name) do nothing
  `.execute(db)
  return {
    name: 'periodic',
    table: 'periodic_tasks',
    columns,
    only: sql`w.name = any(${names}::text[])`,
    key: 'name',
    concurrency: 4,
    // Each key has one row, so none waits for another.
    concurrencyPerKey: 4,
    retryAfterSeconds: [60],
    retryUntil: () => new Date(8.64e15),
    finished: 'keep',
    async run({ name }, lease) {
      const task = tasks.find((one) => one.name === name)
      if (!task) throw new Error(`unknown periodic task ${name}`)
      const [startedAt, startedMs] = [clock.now().getTime(), performance.now()]
      if ((await task.run(lease)) === 'unfinished') return again(clock.now())
      // Based on the real duration: if the clock was moved during the run, the next run must not wait a whole interval
      // more.
      const dueMs = startedAt + performance.now() - startedMs + task.everySeconds * 1_000
      return again(new Date(dueMs - (dueMs % stepMs)))
    },
    async giveUp() {},
  }
}

/** Background work of one module. */
export interface Jobs {
  /** Runs first, to open the connections that the work needs. */
  start?(): Promise<void>
  readonly work?: readonly AnyWork[]
  readonly tasks?: readonly PeriodicTask[]
}

/** Starts the jobs of all modules in order. Periodic tasks come last, because they share one table. */
export async function startJobs(
  { work: workers, db, clock }: { readonly work: Workers; readonly db: Database; readonly clock: Clock },
  jobs: readonly Jobs[],
): Promise<void> {
  for (const one of jobs) {
    await one.start?.()
    for (const work of one.work ?? []) workers.add(work)
  }
  const tasks = jobs.flatMap((one) => one.tasks ?? [])
  workers.add(await periodicWork(db, clock, tasks))
}
