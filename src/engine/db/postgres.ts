import { PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Engine, Unlisten } from './database.ts'
import { parseBigint, parseBigintArray } from './parse.ts'

const asText = (text: string) => text

/** What both engines would otherwise read differently. `date`, `interval` and `timestamp` stay text: no time zone can creep in. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, parseBigint],
  [1016, parseBigintArray],
  [pg.types.builtins.DATE, asText],
  [pg.types.builtins.INTERVAL, asText],
  [pg.types.builtins.TIMESTAMP, asText],
])

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const connectTimeoutMs = 2_000
const relistenAfterMs = 500

export interface PostgresOptions {
  readonly url: string
  readonly connectionsMax: number
  readonly onError: (error: Error) => void
}

export function openPostgres({ url, connectionsMax, onError }: PostgresOptions): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: 'ngoma',
  })
  pool.on('error', onError)
  // A connection that dies while it is in use emits an error of its own, and one that nobody listens to would end the process.
  pool.on('connect', (client) => client.on('error', onError))

  return {
    name: 'postgres',
    dialect: new PostgresDialect({ pool }),
    listen: (channel, handler) => listenForEver(url, channel, handler, onError),
    async close() {
      if (!pool.ended) await pool.end()
    },
  }
}

/** LISTEN belongs to a connection, so it has one of its own (also behind PgBouncer), made again whenever it is lost. */
async function listenForEver(url: string, channel: string, handler: (payload: string) => void, onError: (error: Error) => void): Promise<Unlisten> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let ended = false

  async function connect() {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, application_name: 'ngoma listen' })
    let lost = false
    const lose = (error?: Error) => {
      if (lost || ended) return
      lost = true
      if (error) onError(error)
      client = null
      next.end().catch(() => {})
      timer = setTimeout(connect, relistenAfterMs)
    }
    next.on('error', lose)
    next.on('end', () => lose())
    next.on('notification', ({ payload }) => handler(payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (ended) return void (await next.end())
      client = next
      handler('')
    } catch (error) {
      lose(error as Error)
    }
  }

  await connect()
  return async () => {
    ended = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}
