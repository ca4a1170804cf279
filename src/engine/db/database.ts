import { AsyncLocalStorage } from 'node:async_hooks'
import { type Dialect, Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { watchWrites } from './write-health.ts'

const preparedMark = '/* prepared */'

/**
 * Put this at the start of frequent statements whose parsing and planning takes longer than their execution: PostgreSQL
 * prepares them. Use it only for a fixed set of statements with a plan that suits all values.
 */
export const prepared = sql.raw(preparedMark)

/** At least as many elements as PostgreSQL assumes when it plans for any array. */
const plannedMin = 16

/**
 * Appends nulls to a short array of a prepared statement, which must ignore them. Otherwise PostgreSQL expects a cheaper
 * plan for the short array, and makes a new one each time, which takes long with many partitions.
 */
export const padded = <T>(values: readonly T[]): readonly (T | null)[] =>
  values.length >= plannedMin ? values : [...values, ...Array<null>(plannedMin - values.length).fill(null)]

export const isMarked = (text: string) => text.trimStart().startsWith(preparedMark)

export const leasingText = '/* leasing */'

/** Put this into statements that make no row due except those of which the caller knows. */
export const leasingHint = sql.raw(leasingText)

/** Ids and counts stay below 2^53, so both engines return numbers. A larger value throws instead of being rounded. */
export function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`)
  return value
}

export const asText = (text: string) => text

/** A running transaction. Functions that need one take a `Tx`; the database itself is not assignable to it. */
export type Tx = Transaction<Tables>

/** Runs statements: the database or a transaction. */
export type Queryable = QueryExecutorProvider

export type Unlisten = () => Promise<void>

/** Implemented by both engines; `createDatabase` turns either into a `Database`. */
export interface Engine {
  readonly name: 'postgres' | 'embedded'
  readonly dialect: Dialect
  /** Notifications may get lost with the connection; `handler` is called once after every reconnection. */
  listen(channel: string, handler: (payload: string) => void): Promise<Unlisten>
  close(): Promise<void>
}

const afterCommits = new WeakMap<Tx, (() => void)[]>()

/** Runs `then` after the commit, and not after a rollback. It must not throw, because the commit cannot be undone. */
export function afterCommit(tx: Tx, then: () => void): void {
  const afterwards = afterCommits.get(tx)
  if (!afterwards) throw new Error('afterCommit needs a transaction that Database.transaction started')
  afterwards.push(then)
}

export interface Database extends QueryExecutorProvider {
  readonly engine: Engine['name']
  /** For code that needs Kysely itself. */
  readonly kysely: Kysely<Tables>
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The number of statements so far that may have made a row due, except those marked with `leasing`. Only counted by
   * the embedded engine.
   */
  writeCount(): number
  /**
   * False while the database rejects writes, for example a standby or a full disk, or does not respond. Rejects when it
   * is unreachable.
   */
  canWrite(): Promise<boolean>
  listen: Engine['listen']
  close(): Promise<void>
}

const isWatched = (text: string) => /\b(insert|update|merge)\b/i.test(text) && !text.includes(leasingText)

/**
 * Using the outer database inside a transaction would deadlock on the embedded engine, and silently run outside of the
 * transaction on PostgreSQL. Types cannot prevent it in closures, so it throws at run time.
 */
export function createDatabase(engine: Engine): Database {
  const writes = watchWrites(engine.name === 'postgres')
  let writeCount = 0
  const kysely = new Kysely<Tables>({
    dialect: engine.dialect,
    log(event) {
      if (event.level === 'error') writes.note(event.error)
      else writes.noteSuccess()
      if (engine.name === 'embedded' && isWatched(event.query.sql)) writeCount += 1
    },
  })
  const current = new AsyncLocalStorage<{ open: boolean }>()

  function refuseInsideTransaction() {
    if (current.getStore()?.open)
      throw new Error('the database was used inside a transaction: use the tx argument instead')
  }

  return {
    engine: engine.name,
    kysely,
    writeCount: () => writeCount,
    getExecutor() {
      refuseInsideTransaction()
      return kysely.getExecutor()
    },
    async transaction(run) {
      refuseInsideTransaction()
      const scope = { open: true }
      const afterwards: (() => void)[] = []
      try {
        const result = await kysely.transaction().execute((tx) => {
          afterCommits.set(tx, afterwards)
          return current.run(scope, run, tx)
        })
        for (const then of afterwards) then()
        return result
      } finally {
        scope.open = false
      }
    },
    canWrite: () => writes.canWrite(kysely),
    listen: (channel, handler) => engine.listen(channel, handler),
    async close() {
      await kysely.destroy()
      await engine.close()
    },
  }
}
