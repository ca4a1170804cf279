import type { Clock } from '../../values/time.ts'
import type { Database } from '../db/index.ts'
import { type PeriodicTask, periodicWork } from './periodic.ts'
import type { AnyWork } from './work.ts'
import type { Workers } from './workers.ts'

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
