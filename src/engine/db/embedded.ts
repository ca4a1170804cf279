import { mkdirSync, statfsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type MemoryFS, PGlite, type Results, types } from '@electric-sql/pglite'
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
import { asText, type Engine, isMarked, parseBigint, type Unlisten } from './database.ts'
import { EmbeddedStatements } from './embedded-prepared.ts'
import { isReadOnlyError, markEngineCrash } from './errors.ts'
import { initialOptions, unpackInitial } from './initial-directory.ts'

/**
 * Types that the two engines would parse differently; keep in sync with `postgres.ts`. Arrays use the parser of their
 * elements.
 */
const parsers = {
  [types.INT8]: parseBigint,
  [types.DATE]: asText,
  [types.INTERVAL]: asText,
  [types.TIMESTAMP]: asText,
  [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex'),
}

/** JavaScript writes years over 9999 with a sign and zeros, which PostgreSQL rejects. */
const serializers = {
  [types.TIMESTAMPTZ]: (time: unknown) =>
    time instanceof Date ? time.toISOString().replace(/^\+0*/, '') : String(time),
}

/**
 * The engine fills its buffers with zeros at the start, so all of them count as used memory. Pages that are not in the
 * buffers are read from the file cache of the system.
 */
const memorySettings = ['shared_buffers=16MB']

export interface EmbeddedOptions {
  /** A directory, or null for a database in memory. */
  readonly directory: string | null
  /** The files of a database in memory. Tests start from a migrated schema. */
  readonly fs?: MemoryFS
  /** Free disk space; replaced in tests. */
  readonly freeBytes?: () => number
  /** Replaced in tests. */
  readonly checkpoints?: Checkpoints
}

export async function openEmbedded({
  directory,
  fs,
  freeBytes = () => (directory === null ? Number.POSITIVE_INFINITY : freeBytesOf(directory)),
  checkpoints = { everyMs: 30_000, bytes: 16 * 2 ** 20 },
}: EmbeddedOptions): Promise<Engine & { readonly pglite: PGlite }> {
  if (directory !== null && !unpackInitial(directory)) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const pglite = await PGlite.create({
    dataDir: directory ?? undefined,
    fs: fs || undefined,
    ...initialOptions,
    startParams: [...PGlite.defaultStartParams, ...memorySettings.flatMap((setting) => ['-c', setting])],
    extensions: { pg_trgm },
    parsers,
    serializers,
  })
  const connection = new OneConnection(pglite, freeBytes, checkpoints)

  return {
    name: 'embedded',
    pglite,
    dialect: dialectOver(connection),
    async listen(channel, handler): Promise<Unlisten> {
      // LISTEN and UNLISTEN must not run inside the transaction of a caller: a rollback would undo them.
      const unlisten = await connection.alone(() => pglite.listen(channel, handler))
      return () => connection.alone(() => unlisten())
    },
    async close() {
      if (!pglite.closed) await pglite.close()
    },
  }
}

/**
 * PGlite hangs, and the process with it, when it cannot allocate another 16 MB of write-ahead log. So writes are
 * rejected while the disk has less free space than this.
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
 * The engine has no process for checkpoints: without ours, the write-ahead log would grow until it stops, and with it
 * the start after a crash.
 */
interface Checkpoints {
  readonly everyMs: number
  /** Only after this much write-ahead log, so that an idle server writes none. */
  readonly bytes: number
}

/**
 * Statements run synchronously in this thread, so a queue of them would starve all sockets. Yields to the event loop
 * after this much work.
 */
const stretchMsMax = 10

/**
 * PGlite has one connection. Kysely's own driver shares it between callers, so that a statement of one request can run
 * in the transaction of another. Here one caller holds it at a time, and the others wait in order.
 */
class OneConnection implements DatabaseConnection {
  readonly #pglite: PGlite
  readonly #statements: EmbeddedStatements
  readonly #waiting: (() => void)[] = []
  readonly #freeBytes: () => number
  readonly #checkpoints: Checkpoints
  #taken = false
  #isReadOnly = false
  #lookedAtMs = Number.NEGATIVE_INFINITY
  #turnedAtMs = Number.NEGATIVE_INFINITY
  #checkpointAtMs = performance.now()

  constructor(pglite: PGlite, freeBytes: () => number, checkpoints: Checkpoints) {
    this.#pglite = pglite
    this.#statements = new EmbeddedStatements(pglite)
    this.#freeBytes = freeBytes
    this.#checkpoints = checkpoints
  }

  async acquire(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#taken = true
    try {
      await this.#lookForSpace()
      await this.#checkpoint()
    } catch (error) {
      this.release()
      throw error
    }
  }

  /** Must run outside of transactions, because a rollback would undo the setting. */
  async #lookForSpace(): Promise<void> {
    if (performance.now() - this.#lookedAtMs < lookForSpaceMs) return
    this.#lookedAtMs = performance.now()
    const isFull = this.#freeBytes() < reserveBytes
    if (isFull === this.#isReadOnly) return
    await this.#pglite.exec(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`)
    this.#isReadOnly = isFull
  }

  /** Must run outside of transactions. */
  async #checkpoint(): Promise<void> {
    if (performance.now() - this.#checkpointAtMs < this.#checkpoints.everyMs) return
    this.#checkpointAtMs = performance.now()
    const { rows } = await this.#pglite.query<{ bytes: string }>(
      'select pg_current_wal_lsn() - redo_lsn as bytes from pg_control_checkpoint()',
    )
    if (Number(rows[0]?.bytes) > this.#checkpoints.bytes) await this.#pglite.exec('checkpoint')
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

  /** Several statements in one text must have no parameters, and return nothing, on either engine. */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    await this.#giveTurn()
    try {
      if (isMarked(sql)) return toQueryResult<R>(await this.#statements.query(sql, parameters))
      const results =
        parameters.length === 0 ? await this.#pglite.exec(sql) : [await this.#pglite.query<R>(sql, [...parameters])]
      return results.length === 1 && results[0] ? toQueryResult<R>(results[0]) : { rows: [] }
    } catch (error) {
      throw this.#isReadOnly && isReadOnlyError(error) ? diskFull(error) : markEngineCrash(error)
    }
  }

  /** After a failed statement, even with a caught error, COMMIT rolls back and reports ROLLBACK instead of an error. */
  async commit(): Promise<void> {
    const [result] = await this.#pglite.exec('commit').catch((error: unknown) => {
      throw markEngineCrash(error)
    })
    if (result?.command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  streamQuery(): never {
    throw new Error('the embedded database does not support streaming')
  }
}

/** Has the SQLSTATE that PostgreSQL uses. */
function diskFull(cause: unknown): Error {
  const message =
    'the disk of the embedded database has less than 64 MB left: free some space; writes are rejected until then'
  return Object.assign(new Error(message, { cause }), { code: '53100' })
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function toQueryResult<R>({ rows, command = '', rowCount = 0 }: Results<unknown>): QueryResult<R> {
  return { rows: rows as R[], numAffectedRows: changing.has(command) ? BigInt(rowCount) : undefined }
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
