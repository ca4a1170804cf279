import pg from 'pg'
import type { Outage } from '../outage.ts'
import { endsConnection, isOutage, isReadOnlyError, markConnectionError, PoolExhausted } from './errors.ts'
import type { Host } from './hosts.ts'
import { patienceMs } from './lock-wait.ts'
import type { Servers } from './servers.ts'

/** A full pool triggers a check of the host, at most this often. */
const searchEveryMs = 5_000

/** A host that starts, or is very busy, responds after a while. An operator who mistyped it should not wait longer. */
const silentMsMax = 20_000

/** `pg` throws this after waiting for a free connection or for a new one. */
const isWaitOver = (error: unknown) => (error as Error).message === 'timeout exceeded when trying to connect'
/** `pg` throws this when the host accepted the connection, but did not respond in time. */
const isSilent = (error: unknown) => (error as Error).message === 'Connection terminated due to connection timeout'

export interface PoolOptions extends Omit<pg.PoolConfig, 'Client' | 'onConnect' | 'connectionString'> {
  /** The URL has more than one host. */
  readonly hasOthers: boolean
  readonly outage: Outage
}

/** A pool that connects to the current host and drops connections to a host that no longer is. */
export function openPool(servers: Servers, { hasOthers, outage, ...options }: PoolOptions) {
  const hostOf = new Map<pg.ClientBase, Host>()
  const connected = new Set<pg.ClientBase>()
  const stale = new WeakSet<pg.ClientBase>()
  const failing = new WeakSet<pg.ClientBase>()
  let hasServed = false
  let isLost = false
  let searchedAtMs = Number.NEGATIVE_INFINITY

  class ClientOfCurrentHost extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const host = servers.current()
      super({ ...config, connectionString: host.url })
      hostOf.set(this, host)
      this.once('end', () => hostOf.delete(this))
    }
  }

  const pool = new pg.Pool({
    ...options,
    Client: ClientOfCurrentHost,
    onConnect: (client) => servers.check(client, hostOf.get(client) ?? servers.current()),
  })
  pool.on('error', (error) => outage.failed(markConnectionError(error)))
  pool.on('remove', (client) => connected.delete(client))
  pool.on('connect', (client) => {
    connected.add(client)
    hasServed = true
    // A connection that dies in use emits an error event, which would end the process without a listener.
    const fail = (error: Error) => {
      failing.add(client)
      outage.failed(markConnectionError(error))
    }
    client.on('error', fail)
    connectionOf(client).on('errorMessage', (error) => {
      // The server became a standby, or is no longer the primary for a proxy.
      if (isReadOnlyError(error)) for (const one of hostOf.keys()) stale.add(one)
      // Otherwise the next statement could get the connection before its end is noticed.
      if (endsConnection(error)) stale.add(client)
      if (isOutage(error)) fail(error)
    })
  })

  servers.onMove(() => {
    for (const [client, host] of hostOf)
      if (host !== servers.current()) {
        stale.add(client)
        // Without this, statements on a vanished host would hang for a quarter of an hour.
        connectionOf(client).stream.destroy()
      }
  })

  async function acquire(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      const release = client.release
      client.release = (destroy) => {
        if (!failing.delete(client)) outage.works()
        release(destroy ?? stale.has(client))
      }
      if (!stale.has(client)) return client
      client.release()
    }
  }

  async function search(): Promise<void> {
    searchedAtMs = performance.now()
    isLost = true
    await servers.search()
    isLost = false
  }

  /** Checks whether another host must be used, because the current one may no longer respond. */
  async function movesAway(): Promise<boolean> {
    if (performance.now() - searchedAtMs < searchEveryMs) return false
    const tried = servers.current()
    searchedAtMs = performance.now()
    await servers.search().catch(() => {})
    return servers.current() !== tried
  }

  async function connect(): Promise<pg.PoolClient> {
    // Open connections may still work when no new one can be opened.
    if (isLost && pool.idleCount === 0) await search()
    const tried = servers.current()
    try {
      return await acquire()
    } catch (error) {
      if (!hasOthers) throw error
      if (isWaitOver(error) && !(await movesAway())) throw error
      if (servers.current() === tried) await search()
      return acquire()
    }
  }

  /** A timeout with open connections means that the pool is full, not that the database is unavailable. */
  async function connectWhenFree(): Promise<pg.PoolClient> {
    const startedAtMs = performance.now()
    for (;;) {
      try {
        return await connect()
      } catch (error) {
        const waitedMs = performance.now() - startedAtMs
        const isFull = isWaitOver(error) && connected.size > 0
        if (isFull && waitedMs < patienceMs()) continue
        if (isFull)
          throw new PoolExhausted(
            `no database connection became free within ${Math.round(waitedMs / 1_000)} s (pool size ${options.max})`,
            { cause: error },
          )
        if ((isWaitOver(error) || isSilent(error)) && waitedMs < Math.min(patienceMs(), silentMsMax)) continue
        markConnectionError(error)
        // A failed start reports the error itself.
        if (hasServed) outage.failed(error)
        throw error
      }
    }
  }

  return { pool, connect: connectWhenFree }
}

interface Connection extends NodeJS.EventEmitter {
  readonly stream: { destroy(): void }
  on(event: 'errorMessage', listener: (error: Error & { readonly code?: string }) => void): this
}

/** `pg` does not declare this property. */
const connectionOf = (client: pg.ClientBase) => (client as unknown as { readonly connection: Connection }).connection
