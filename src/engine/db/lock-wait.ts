import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from './database.ts'
import { run } from './run.ts'

/** A lock that a session waited for. */
interface LockWait {
  /** The statement that takes it; null if the last wait was not for a table, or is unknown. */
  readonly lock: string | null
  readonly blockers: readonly string[]
}

interface Row extends Pick<LockWait, 'blockers'> {
  readonly table: string | null
  readonly mode: string | null
}

/** The state and query of sessions of other users may be hidden. */
const readWait = (db: Database, pid: number) => run.first<Row>(db)`
  select w.table, w.mode,
         array(
           select format('process %s (%s)', a.pid, concat_ws(', ',
                    'user ' || a.usename,
                    'application ' || nullif(a.application_name, ''),
                    'from ' || host(a.client_addr),
                    a.state,
                    'transaction since ' || date_trunc('second', a.xact_start),
                    'query since ' || date_trunc('second', a.query_start),
                    regexp_replace(left(a.query, 80), '\\s+', ' ', 'g')))
             from pg_stat_activity a
            where a.pid = any(pg_blocking_pids(${pid}::int))
            order by a.xact_start) as blockers
    from (select 1) one
    left join lateral (
      select l.relation::regclass::text as table, l.mode
        from pg_locks l
        join pg_class c on c.oid = l.relation
       where l.pid = ${pid}::int
         and not l.granted
         and c.relkind in ('r', 'p')
       limit 1
    ) w on true
`

/** `ShareRowExclusiveLock` is written as `share row exclusive`. */
const modeOf = (mode: string) =>
  mode
    .replace(/Lock$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()

/** Looks at a session regularly, because its locks are unknown after a wait has timed out. Uses another connection. */
export function watchLocks(db: Database, everyMs: number) {
  let pid: number | null = null
  let last: LockWait = { lock: null, blockers: [] }
  let isLooking = false
  const timer = setInterval(async () => {
    if (pid === null || isLooking) return
    isLooking = true
    const { table = null, mode = null, blockers = [] } = (await readWait(db, pid).catch(() => null)) ?? {}
    if (blockers.length > 0)
      last = { lock: table === null || mode === null ? null : `${table} in ${modeOf(mode)} mode`, blockers }
    isLooking = false
  }, everyMs)
  return {
    setPid(own: number) {
      pid = own
    },
    stop(): LockWait {
      clearInterval(timer)
      return last
    },
  }
}

const patientMs = 60_000
const patience = new AsyncLocalStorage<number>()

/**
 * Within `run`, a free connection is awaited for up to a minute, and a silent host for some seconds. Requests wait
 * shorter, so that the client gets a 503 soon; startup can wait.
 */
export const withLockTimeoutRetries = <T>(run: () => Promise<T>): Promise<T> => patience.run(patientMs, run)

/** Maximum time to wait for a connection, beyond the usual timeout. */
export const patienceMs = (): number => patience.getStore() ?? 0
