import pg from 'pg'
import type { Outage } from '../outage.ts'
import { isOutage, isReadOnlyError, markConnectionError, PoolExhausted } from './errors.ts'
import type { Host } from './hosts.ts'
import { patienceMs } from './patience.ts'
import type { Servers } from './servers.ts'

/** A full pool is a reason to look whether the host still answers, but not with every request that waits. */
const searchEveryMs = 5_000

/** `pg` says so when a client waited too long, for a connection in use or for one that is being made. */
const isWaitOver = (error: unknown) => (error as Error).message === 'timeout exceeded when trying to connect'

export interface PoolOptions extends Omit<pg.PoolConfig, 'Client' | 'onConnect' | 'connectionString'> {
  /** More than one host: others can be tried. */
  readonly hasOthers: boolean
  readonly outage: Outage
}

export interface Pool {
  readonly pool: pg.Pool
  connect(): Promise<pg.PoolClient>
}

/** A pool whose new connections lead to the host in use, and that drops the connections to a host that no longer is. */
export function openPool(servers: Servers, { hasOthers, outage, ...options }: PoolOptions): Pool {
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
    // A connection that dies while it is in use emits an error of its own, and one that nobody listens to would end the
    // process.
    const fail = (error: Error) => {
      failing.add(client)
      outage.failed(markConnectionError(error))
    }
    client.on('error', fail)
    connectionOf(client).on('errorMessage', (error) => {
      // A write on a server that has become a standby, or that a proxy no longer takes for the primary.
      if (isReadOnlyError(error)) for (const one of hostOf.keys()) stale.add(one)
      if (isOutage(error)) fail(error)
    })
  })

  servers.onMove(() => {
    for (const [client, host] of hostOf)
      if (host !== servers.current()) {
        stale.add(client)
        // A host that vanished without a word would keep its statements waiting for a quarter of an hour.
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

  /** All connections may be those of a host that no longer answers. */
  async function movesAway(): Promise<boolean> {
    if (performance.now() - searchedAtMs < searchEveryMs) return false
    const tried = servers.current()
    searchedAtMs = performance.now()
    await servers.search().catch(() => {})
    return servers.current() !== tried
  }

  async function connect(): Promise<pg.PoolClient> {
    // Connections that are open may still serve, also where no new one can be made.
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

  /** A pool that has connections is full, and the database not away. */
  async function connectWhenFree(): Promise<pg.PoolClient> {
    const startedAtMs = performance.now()
    for (;;) {
      try {
        return await connect()
      } catch (error) {
        if (!isWaitOver(error) || connected.size === 0) {
          markConnectionError(error)
          // A program that can't begin says so itself.
          if (hasServed) outage.failed(error)
          throw error
        }
        const waitedMs = performance.now() - startedAtMs
        if (waitedMs < patienceMs()) continue
        throw new PoolExhausted(
          `all ${options.max} connections to the database were in use for ${Math.round(waitedMs / 1_000)} s`,
          { cause: error },
        )
      }
    }
  }

  return { pool, connect: connectWhenFree }
}

interface Connection extends NodeJS.EventEmitter {
  readonly stream: { destroy(): void }
  on(event: 'errorMessage', listener: (error: Error & { readonly code?: string }) => void): this
}

/** The connection of a client, which the types of `pg` leave out. */
const connectionOf = (client: pg.ClientBase) => (client as unknown as { readonly connection: Connection }).connection
