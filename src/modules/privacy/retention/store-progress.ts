import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run } from '../../../engine/db/index.ts'

/** SQL of the progress of each rule. */

const columns = columnsOf(
  'retention_progress',
  'rule, started_at, last_finished_at, removed, removed_total, error, failed_at',
  {
    /** Null while a run is unfinished. */
    finishedAt: 'finished_at',
    /** The last account that was handled. */
    place: 'place',
  },
)

export type Progress = RowOf<typeof columns>

export function listProgress(db: Queryable): Promise<Progress[]> {
  return run.all<Progress>(db)`select ${columns} from retention_progress order by rule`
}

/** Starts a run, or resumes one that was interrupted. Returns the account after which it continues. */
export async function startRun(db: Queryable, rule: string, now: Date): Promise<number> {
  const started = await run.first<{ place: number }>(db)`
    insert into retention_progress as p (rule, started_at)
    values (${rule}, ${now})
        on conflict (rule) do update
       set started_at = case when p.finished_at is null then p.started_at else excluded.started_at end,
           place = case when p.finished_at is null then p.place else 0 end,
           removed = case when p.finished_at is null then p.removed else 0 end,
           finished_at = null
    returning place
  `
  return started?.place ?? 0
}

export async function addProgress(db: Queryable, rule: string, removed: number, place: number): Promise<void> {
  await sql`
    update retention_progress
       set removed = removed + ${removed}, removed_total = removed_total + ${removed}, place = ${place}
     where rule = ${rule}
  `.execute(db)
}

/** A run that was resumed after an error is not complete, so the error stays until the next one. */
export async function finishRun(db: Queryable, rule: string, now: Date): Promise<void> {
  await sql`
    update retention_progress
       set finished_at = ${now},
           last_finished_at = ${now},
           error = case when failed_at >= started_at then error end,
           failed_at = case when failed_at >= started_at then failed_at end
     where rule = ${rule}
  `.execute(db)
}

/** The next run continues after `place`, so that an error with one account does not keep the rows of all others. */
export async function failRun(db: Queryable, rule: string, error: string, place: number, now: Date): Promise<void> {
  await sql`
    update retention_progress
       set error = ${error}, failed_at = ${now}, place = ${place}
     where rule = ${rule}
  `.execute(db)
}

/** The last run of these rules. */
export interface LastRun {
  /** When every rule had finished a run; null if one never has. */
  readonly finishedAt: Date | null
  /** Names of the rules whose last run failed. */
  readonly failed: readonly string[]
}

/** Null for all rules that were ever run. */
export async function findLastRun(db: Queryable, rules: readonly string[] | null): Promise<LastRun> {
  const known = (await listProgress(db)).filter(({ rule }) => rules?.includes(rule) ?? true)
  const times = known.flatMap(({ lastFinishedAt }) => (lastFinishedAt === null ? [] : [lastFinishedAt.getTime()]))
  return {
    finishedAt: times.length < Math.max(1, rules?.length ?? known.length) ? null : new Date(Math.min(...times)),
    failed: known.flatMap(({ rule, error }) => (error === null ? [] : [rule])),
  }
}
