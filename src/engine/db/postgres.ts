import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { noOutage, type Outage } from '../outage.ts'
import { asText, type Engine, isMarked, parseBigint, type Unlisten } from './database.ts'
import { markConnectionError } from './errors.ts'
import { type Hosts, parseHosts } from './hosts.ts'
import { openPool } from './pool.ts'
import { createServers, type Servers } from './servers.ts'

// Otherwise dates are sent in the local time zone, and `::date` would differ from the embedded engine.
pg.defaults.parseInputDatesAsUTC = true

type Parse = (text: string) => unknown

/** Returns elements as strings or null, and nested arrays for several dimensions. */
const parseTextArray: Parse = pg.types.getTypeParser(1009 as number)

function arrayOf(parse: Parse): Parse {
  const each = (item: unknown): unknown =>
    Array.isArray(item) ? item.map(each) : item === null ? null : parse(String(item))
  return (text) => each(parseTextArray(text))
}

/**
 * Types that the two engines would parse differently. `date`, `interval` and `timestamp` stay text, so that no time
 * zone is applied; so does `numeric`, also in arrays.
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
/** More than a starved process needs between two statements, and less than a lease. */
const defaultIdleTransactionMsMax = 5_000
const relistenAfterMs = 500

/** Report lost and restored connections. */
export interface Outages {
  readonly database: Outage
  /** For a separate LISTEN connection. */
  readonly notifications: Outage
}

export interface PostgresOptions {
  readonly url: string
  /** URL for LISTEN, which does not work through a transaction pooler. */
  readonly listenUrl?: string
  readonly connectionsMax: number
  /** Timeout for opening a connection and for a free one; two seconds by default. */
  readonly connectMsMax?: number
  /** After this time between two statements, the server ends a transaction; five seconds by default. */
  readonly idleTransactionMsMax?: number
  readonly outages?: Outages
}

/** Names of prepared statements by their text. Bounded by the number of statements in the source. */
const statementNames = new Map<string, string>()

/**
 * Plans depend on table sizes, which grow from nothing to millions of rows, so they are discarded from time to time.
 * The interval grows, because planning all statements takes tenths of a second and older tables grow more slowly.
 */
const plansKeptMsMin = 5_000
const plansKeptMsMax = 30_000
/** Tables do not grow while a connection is idle, and new plans only pay off when they are used. */
const plansUsedMin = 100

const isPlain = (one: unknown) => one === null || typeof one === 'number' || typeof one === 'boolean'
const isText = (one: unknown) => one === null || typeof one === 'string'
const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

/**
 * Serializes arrays of numbers, truth values or strings, with or without nulls, ten times faster than `pg`. Other
 * values are left to `pg`.
 */
function writeArray(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value
  if (value.every(isPlain)) return `{${value.map((one) => one ?? 'NULL').join(',')}}`
  if (value.every(isText)) return `{${value.map((one) => (one === null ? 'NULL' : quote(one))).join(',')}}`
  return value
}

/** Sends marked statements as named prepared statements, so that the server parses them only once per connection. */
function prepareMarked(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let plannedAtMs = performance.now()
  let keptMs = plansKeptMsMin
  let used = 0
  const queryNamed = (text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !isMarked(text)) return query(text, values, ...rest)
    used += 1
    if (used >= plansUsedMin && performance.now() - plannedAtMs > keptMs) {
      plannedAtMs = performance.now()
      used = 0
      keptMs = Math.min(2 * keptMs, plansKeptMsMax)
      // Queued before the statement on the same connection. If it fails, so does the statement, which is reported.
      ;(query('discard plans') as Promise<unknown>).catch(() => {})
    }
    const name = statementNames.get(text) ?? `ngoma_${statementNames.size}`
    statementNames.set(text, name)
    return query({ name, text, values: Array.isArray(values) ? values.map(writeArray) : values }, ...rest)
  }
  client.query = queryNamed as typeof client.query
}

/**
 * PostgreSQL compiles statements with high cost estimates, and estimates grow with the data. For our statements, which
 * read few rows, that takes a hundred times as long as running them.
 *
 * A process that is frozen or cut off inside a transaction keeps its row locks, for which all other processes wait. So
 * the server ends such a transaction.
 */
const setSession = (idleTransactionMsMax: number) => (client: pg.PoolClient) => {
  const settings = `set jit = off; set idle_in_transaction_session_timeout = ${idleTransactionMsMax}`
  // If it fails, so does the first statement, which is reported.
  client.query(settings).catch(() => {})
}

export function openPostgres({
  url,
  listenUrl = url,
  connectionsMax,
  connectMsMax = defaultConnectMsMax,
  idleTransactionMsMax = defaultIdleTransactionMsMax,
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
  // A separate LISTEN URL means a pooler, behind which the next statement may run on another server connection.
  if (listenUrl === url) pool.on('connect', setSession(idleTransactionMsMax)).on('connect', prepareMarked)
  const listenServers = listenUrl === url ? servers : createServers(hostsOf(listenUrl), connectMsMax)
  const listenOutage = listenUrl === url ? outages.database : outages.notifications

  return {
    name: 'postgres',
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
    listen: createListener(listenServers, listenOutage),
    async close() {
      if (!pool.ended) await pool.end()
    },
  }
}

/** URLs from settings are valid. For any other URL `pg` reports the problem. */
const hostsOf = (url: string): Hosts => parseHosts(url) ?? { hosts: [{ name: '', url }], wanted: 'any', path: '' }

type Handler = (payload: string) => void

/** Keeps one connection for all LISTEN, opened by the first one, and reconnects whenever it is lost. */
function createListener(servers: Servers, outage: Outage) {
  const handlers = new Set<{ readonly channel: string; readonly handler: Handler }>()
  let client: pg.Client | null = null
  let connecting: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let unwatch = () => {}

  function lose(lost: pg.Client | null, error?: Error) {
    if (lost !== client || handlers.size === 0) return
    client = null
    if (error) outage.failed(markConnectionError(error))
    lost?.end().catch(() => {})
    clearTimeout(timer)
    timer = setTimeout(connect, relistenAfterMs)
  }

  function connect(): Promise<void> {
    clearTimeout(timer)
    connecting ??= open().finally(() => {
      connecting = null
    })
    return connecting
  }

  async function open(): Promise<void> {
    let next: pg.Client | null = null
    try {
      next = await servers.connect({ keepAlive: true })
      const opened = next
      client = opened
      // Commands look for servers by this name. One in the URL would replace that of the options.
      await opened.query("set application_name = 'ngoma listen'")
      opened.on('error', (error) => lose(opened, error))
      opened.on('end', () => lose(opened))
      opened.on('notification', ({ channel, payload }) => {
        for (const one of handlers) if (one.channel === channel) one.handler(payload ?? '')
      })
      const all = [...handlers]
      for (const channel of new Set(all.map((one) => one.channel))) await opened.query(listenTo(channel))
      if (handlers.size === 0) return void (await close())
      outage.works()
      for (const { handler } of all) handler('')
    } catch (error) {
      lose(next, error as Error)
    }
  }

  async function close(): Promise<void> {
    unwatch()
    clearTimeout(timer)
    const last = client
    client = null
    await last?.end().catch(() => {})
  }

  return async (channel: string, handler: Handler): Promise<Unlisten> => {
    const one = { channel, handler }
    if (handlers.size === 0) unwatch = servers.onMove(() => client !== null && lose(client))
    handlers.add(one)
    await connecting
    const current = client
    if (current === null) await connect()
    else
      await current.query(listenTo(channel)).then(
        () => handler(''),
        (error: Error) => lose(current, error),
      )
    return async () => {
      handlers.delete(one)
      if (handlers.size === 0) await close()
    }
  }
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`
