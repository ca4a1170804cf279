import { AsyncLocalStorage } from 'node:async_hooks'
import { type Dialect, Kysely, type QueryExecutorProvider, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { watchWrites } from './write-health.ts'

/** A running transaction. What must happen in one takes a `Tx`, and the database itself does not fit there. */
export type Tx = Transaction<Tables>

/** Where a statement can run: the database itself, or a transaction of it. */
export type Queryable = QueryExecutorProvider

export type Unlisten = () => Promise<void>

/** What an engine brings; `createDatabase` makes the same `Database` of either. */
export interface Engine {
  readonly name: 'postgres' | 'embedded'
  readonly dialect: Dialect
  /**
   * Notifications are a hint only: they get lost with the connection, and `handler` is called once after every
   * reconnection.
   */
  listen(channel: string, handler: (payload: string) => void): Promise<Unlisten>
  close(): Promise<void>
}

const afterCommits = new WeakMap<Tx, (() => void)[]>()

/** Runs once the transaction is committed, and never otherwise. It may not throw: what it follows can't be undone. */
export function afterCommit(tx: Tx, then: () => void): void {
  const afterwards = afterCommits.get(tx)
  if (!afterwards)
    throw new Error('this is no transaction of Database.transaction, and when it commits is not known here')
  afterwards.push(then)
}

export interface Database extends QueryExecutorProvider {
  readonly engine: Engine['name']
  /** For tools that want Kysely itself. */
  readonly kysely: Kysely<Tables>
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** False while the database takes no writes: a standby, a full disk. Fails when it does not answer. */
  canWrite(): Promise<boolean>
  listen: Engine['listen']
  close(): Promise<void>
}

/**
 * Using the outer database inside a transaction would wait for itself for ever on the embedded engine, and silently run
 * outside the transaction on PostgreSQL. Types can't see a closure, so it is also refused when it happens.
 */
export function createDatabase(engine: Engine): Database {
  const writes = watchWrites()
  const kysely = new Kysely<Tables>({
    dialect: engine.dialect,
    log(event) {
      if (event.level === 'error') writes.note(event.error)
    },
  })
  const current = new AsyncLocalStorage<{ open: boolean }>()

  function refuseInsideTransaction() {
    if (current.getStore()?.open)
      throw new Error('the database was used inside a transaction: use the transaction that was handed over')
  }

  return {
    engine: engine.name,
    kysely,
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
