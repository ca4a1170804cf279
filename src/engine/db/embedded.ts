import { mkdirSync, statfsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
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
import { isReadOnlyError, markEngineCrash } from './errors.ts'
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
  /** The free space of the disk; for tests. */
  readonly freeBytes?: () => number
}

export async function openEmbedded({
  directory,
  dump,
  freeBytes = () => (directory === null ? Number.POSITIVE_INFINITY : freeBytesOf(directory)),
}: EmbeddedOptions): Promise<Engine & { readonly pglite: PGlite }> {
  if (directory !== null) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const pglite = await PGlite.create({
    ...(directory === null ? {} : { dataDir: directory }),
    ...(dump ? { loadDataDir: dump } : {}),
    extensions: { pg_trgm },
    parsers,
    serializers,
  })
  const connection = new OneConnection(pglite, freeBytes)

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
 * PGlite stops for ever, and the process with it, when there is no room for another 16 MB of its write-ahead log. So
 * it takes no more writes while the disk has less than this.
 */
const reserveBytes = 64 * 2 ** 20
const lookForSpaceMs = 100

function freeBytesOf(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/**
 * Statements run in this thread and never wait for anything, so that a queue of them would keep the event loop from
 * all sockets. After this much work at a stretch it gets a turn.
 */
const stretchMsMax = 10

/**
 * PGlite is one connection. Kysely's own driver for it hands that connection to everybody at once, so that a statement
 * of one request can land in the transaction of another; here whoever has it keeps it until the end, and the others
 * wait in order.
 */
class OneConnection implements DatabaseConnection {
  readonly #pglite: PGlite
  readonly #waiting: (() => void)[] = []
  readonly #freeBytes: () => number
  #taken = false
  #isReadOnly = false
  #lookedAtMs = Number.NEGATIVE_INFINITY
  #turnedAtMs = Number.NEGATIVE_INFINITY

  constructor(pglite: PGlite, freeBytes: () => number) {
    this.#pglite = pglite
    this.#freeBytes = freeBytes
  }

  async acquire(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#taken = true
    try {
      await this.#lookForSpace()
    } catch (error) {
      this.release()
      throw error
    }
  }

  /** Between transactions only: a setting that is made in one is undone with it. */
  async #lookForSpace(): Promise<void> {
    if (performance.now() - this.#lookedAtMs < lookForSpaceMs) return
    this.#lookedAtMs = performance.now()
    const isFull = this.#freeBytes() < reserveBytes
    if (isFull === this.#isReadOnly) return
    await this.#pglite.exec(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`)
    this.#isReadOnly = isFull
  }

  async #giveTurn(): Promise<void> {
    if (performance.now() - this.#turnedAtMs < stretchMsMax) return
    await nextTurn()
    this.#turnedAtMs = performance.now()
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
    await this.#giveTurn()
    try {
      const results =
        parameters.length === 0 ? await this.#pglite.exec(sql) : [await this.#pglite.query<R>(sql, [...parameters])]
      return results.length === 1 && results[0] ? toQueryResult<R>(results[0]) : { rows: [] }
    } catch (error) {
      throw this.#isReadOnly && isReadOnlyError(error) ? diskFull(error) : markEngineCrash(error)
    }
  }

  /**
   * A statement that failed undoes the whole transaction, also when its error was caught; COMMIT then says ROLLBACK,
   * and no error.
   */
  async commit(): Promise<void> {
    const [result] = await this.#pglite.exec('commit').catch((error: unknown) => {
      throw markEngineCrash(error)
    })
    if (result?.command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  streamQuery(): never {
    throw new Error('the embedded database does not stream')
  }
}

/** As PostgreSQL reports it. */
const diskFull = (cause: unknown) =>
  Object.assign(
    new Error('the disk of the embedded database has less than 64 MB left: it takes no writes until there is more', {
      cause,
    }),
    { code: '53100' },
  )

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
