import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { noOutage, type Outage } from '../outage.ts'
import type { Engine, Unlisten } from './database.ts'
import { markConnectionError } from './errors.ts'
import { type Hosts, parseHosts } from './hosts.ts'
import { asText, parseBigint } from './parse.ts'
import { openPool } from './pool.ts'
import { preparedMark } from './prepared.ts'
import { createServers, type Servers } from './servers.ts'

// A date would otherwise be sent in the process's own time zone, and `::date` of it be another day than on the embedded
// engine.
pg.defaults.parseInputDatesAsUTC = true

type Parse = (text: string) => unknown

/** The elements as they are written, and null; arrays of arrays when there is more than one dimension. */
const parseTextArray: Parse = pg.types.getTypeParser(1009 as number)

function arrayOf(parse: Parse): Parse {
  const each = (item: unknown): unknown =>
    Array.isArray(item) ? item.map(each) : item === null ? null : parse(String(item))
  return (text) => each(parseTextArray(text))
}

/**
 * What both engines would otherwise read differently. `date`, `interval` and `timestamp` stay text: no time zone can
 * creep in; `numeric` does too, also in arrays.
 */
const parsers = new Map<number, Parse>([
  [pg.types.builtins.INT8, parseBigint],
  [1016, arrayOf(parseBigint)],
  [pg.types.builtins.DATE, asText],
  [1182, arrayOf(asText)],
  [pg.types.builtins.INTERVAL, asText],
  [1187, arrayOf(asText)],
  [pg.types.builtins.TIMESTAMP, asText],
  [1115, arrayOf(asText)],
  [1231, arrayOf(asText)],
])

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const defaultConnectMsMax = 2_000
const relistenAfterMs = 500

/** Told about lost connections, and when they are there again. */
export interface Outages {
  readonly database: Outage
  /** Of the connection that listens elsewhere. */
  readonly notifications: Outage
}

export interface PostgresOptions {
  readonly url: string
  /**
   * Where to listen: a pooler hands a connection to somebody else after every transaction, and with it what is heard.
   */
  readonly listenUrl?: string
  readonly connectionsMax: number
  /**
   * How long to wait for a new connection, after which the database counts as away, and for one that is in use. Two
   * seconds when left out.
   */
  readonly connectMsMax?: number
  readonly outages?: Outages | undefined
}

/** The names of prepared statements, by their text. There are as many as are written down in the program. */
const statementNames = new Map<string, string>()

/**
 * A plan is made for tables as large as they are then, and these grow from nothing to millions of rows: it is made anew
 * from time to time. Less and less often: to make all of them takes tenths of a second, and what has been there for
 * longer does not grow as quickly.
 */
const plansKeptMsMin = 5_000
const plansKeptMsMax = 30_000

/**
 * As PostgreSQL reads them. `pg` looks at every element on its own, which takes ten times as long; it is left what is
 * not all numbers, or texts that need no escape.
 */
function writeArray(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value
  if (value.every((one) => typeof one === 'number')) return `{${value.join(',')}}`
  if (value.every((one) => typeof one === 'string') && !/["\\]/.test(value.join(''))) return `{"${value.join('","')}"}`
  return value
}

/**
 * Statements that begin with the mark are sent under a name: the connection's server reads them the first time only,
 * and plans them now and then.
 */
function prepareMarked(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let plannedAtMs = performance.now()
  let keptMs = plansKeptMsMin
  const queryNamed = (text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !text.trimStart().startsWith(preparedMark)) return query(text, values, ...rest)
    if (performance.now() - plannedAtMs > keptMs) {
      plannedAtMs = performance.now()
      keptMs = Math.min(2 * keptMs, plansKeptMsMax)
      // It goes ahead on the same connection; should it fail, so will what follows, and that is noticed.
      ;(query('discard plans') as Promise<unknown>).catch(() => {})
    }
    const name = statementNames.get(text) ?? `ngoma_${statementNames.size}`
    statementNames.set(text, name)
    return query({ name, text, values: Array.isArray(values) ? values.map(writeArray) : values }, ...rest)
  }
  client.query = queryNamed as typeof client.query
}

export function openPostgres({
  url,
  listenUrl = url,
  connectionsMax,
  connectMsMax = defaultConnectMsMax,
  outages = { database: noOutage, notifications: noOutage },
}: PostgresOptions): Engine {
  const target = hostsOf(url)
  const servers = createServers(target, connectMsMax)
  const { pool, connect } = openPool(servers, {
    hasOthers: target.hosts.length > 1,
    types,
    max: connectionsMax,
    connectionTimeoutMillis: connectMsMax,
    keepAlive: true,
    application_name: 'ngoma',
    outage: outages.database,
  })
  // Whoever has to listen elsewhere speaks to a pooler here, and behind it the next statement may be another server
  // connection's.
  if (listenUrl === url) pool.on('connect', prepareMarked)
  const listenServers = listenUrl === url ? servers : createServers(hostsOf(listenUrl), connectMsMax)
  const listenOutage = listenUrl === url ? outages.database : outages.notifications

  return {
    name: 'postgres',
    dialect: new PostgresDialect({
      pool: { connect, end: () => pool.end(), options: pool.options },
    }),
    listen: (channel, handler) => listenForEver(listenServers, listenOutage, channel, handler),
    async close() {
      if (!pool.ended) await pool.end()
    },
  }
}

/** The settings have been checked; a URL from elsewhere is left to `pg`, which says what is wrong with it. */
const hostsOf = (url: string): Hosts => parseHosts(url) ?? { hosts: [{ name: '', url }], wanted: 'any', path: '' }

/** LISTEN belongs to a connection, so it has one of its own (also behind PgBouncer), made again whenever it is lost. */
async function listenForEver(
  servers: Servers,
  outage: Outage,
  channel: string,
  handler: (payload: string) => void,
): Promise<Unlisten> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let ended = false

  function lose(lost: pg.Client | null, error?: Error) {
    if (lost !== client || ended) return
    client = null
    if (error) outage.failed(markConnectionError(error))
    lost?.end().catch(() => {})
    clearTimeout(timer)
    timer = setTimeout(connect, relistenAfterMs)
  }

  async function connect() {
    let next: pg.Client | null = null
    try {
      next = await open()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (ended) return void (await next.end())
      outage.works()
      handler('')
    } catch (error) {
      lose(next, error as Error)
    }
  }

  async function open(): Promise<pg.Client> {
    const next = await servers.connect({ keepAlive: true, application_name: 'ngoma listen' })
    client = next
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next))
    next.on('notification', ({ payload }) => handler(payload ?? ''))
    return next
  }

  const unwatch = servers.onMove(() => client !== null && lose(client))
  await connect()
  return async () => {
    ended = true
    unwatch()
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}
