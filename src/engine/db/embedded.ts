import { mkdirSync } from 'node:fs'
import { PGlite, type Results, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Engine, Unlisten } from './database.ts'
import { asText, parseBigint } from './parse.ts'

/**
 * What both engines would otherwise read differently; the same list stands in `postgres.ts`. Arrays are read by the
 * parser of their elements.
 */
const parsers = {
  [types.INT8]: parseBigint,
  [types.DATE]: asText,
  [types.INTERVAL]: asText,
  [types.TIMESTAMP]: asText,
  [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex'),
}

/** Years over 9999 are written with a sign and zeros by JavaScript, and PostgreSQL reads neither. */
const serializers = {
  [types.TIMESTAMPTZ]: (time: unknown) =>
    time instanceof Date ? time.toISOString().replace(/^\+0*/, '') : String(time),
}

export interface EmbeddedOptions {
  /** A directory, or null for a database in memory. */
  readonly directory: string | null
  /** A dump of a database to begin with, in memory only: tests start from a migrated one. */
  readonly dump?: Blob
}

export async function openEmbedded({
  directory,
  dump,
}: EmbeddedOptions): Promise<Engine & { readonly pglite: PGlite }> {
  if (directory !== null) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const pglite = await PGlite.create({
    ...(directory === null ? {} : { dataDir: directory }),
    ...(dump ? { loadDataDir: dump } : {}),
    extensions: { pg_trgm },
    parsers,
    serializers,
  })
  const connection = new OneConnection(pglite)

  return {
    name: 'embedded',
    pglite,
    dialect: dialectOver(connection),
    async listen(channel, handler): Promise<Unlisten> {
      // LISTEN and UNLISTEN inside somebody's transaction would be undone with it, or fail with it.
      const unlisten = await connection.alone(() => pglite.listen(channel, handler))
      return () => connection.alone(() => unlisten())
    },
    async close() {
      if (!pglite.closed) await pglite.close()
    },
  }
}

/**
 * PGlite is one connection. Kysely's own driver for it hands that connection to everybody at once, so that a statement
 * of one request can land in the transaction of another; here whoever has it keeps it until the end, and the others
 * wait in order.
 */
class OneConnection implements DatabaseConnection {
  readonly #pglite: PGlite
  readonly #waiting: (() => void)[] = []
  #taken = false

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  acquire(): Promise<void> {
    if (this.#taken) return new Promise((resolve) => this.#waiting.push(resolve))
    this.#taken = true
    return Promise.resolve()
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#taken = false
  }

  async alone<T>(run: () => Promise<T>): Promise<T> {
    await this.acquire()
    try {
      return await run()
    } finally {
      this.release()
    }
  }

  /** Several statements at once only run without parameters, and return nothing, on either engine. */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const results =
      parameters.length === 0 ? await this.#pglite.exec(sql) : [await this.#pglite.query<R>(sql, [...parameters])]
    return results.length === 1 && results[0] ? toQueryResult<R>(results[0]) : { rows: [] }
  }

  /**
   * A statement that failed undoes the whole transaction, also when its error was caught; COMMIT then says ROLLBACK,
   * and no error.
   */
  async commit(): Promise<void> {
    const [result] = await this.#pglite.exec('commit')
    if (result?.command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  streamQuery(): never {
    throw new Error('the embedded database does not stream')
  }
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function toQueryResult<R>({ rows, command = '', rowCount = 0 }: Results<unknown>): QueryResult<R> {
  return { rows: rows as R[], ...(changing.has(command) ? { numAffectedRows: BigInt(rowCount) } : {}) }
}

function dialectOver(connection: OneConnection): Dialect {
  const driver: Driver = {
    init: async () => {},
    async acquireConnection() {
      await connection.acquire()
      return connection
    },
    releaseConnection: async () => connection.release(),
    beginTransaction: async () => void (await connection.executeQuery(raw('begin'))),
    commitTransaction: () => connection.commit(),
    rollbackTransaction: async () => void (await connection.executeQuery(raw('rollback'))),
    destroy: async () => {},
  }
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

const raw = (sql: string) => ({ sql, parameters: [] }) as unknown as CompiledQuery
