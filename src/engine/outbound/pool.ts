import type { Connect } from './connect.ts'
import { Connection, type Holder } from './connection.ts'
import type { Exchange } from './exchange.ts'
import { causeOf, closedEarly, stopped } from './problem.ts'

const sweepMs = 1_000

/** Sends requests over kept-alive connections, one at a time on each. */
export interface Pool {
  send(exchange: Exchange): void
  /** Aborts running requests. */
  close(): Promise<void>
}

/** The connections to one origin that have no request. */
interface Idle {
  /** The latest is used first, so that the others time out when they are not needed. */
  readonly free: Connection[]
  /** How many will be free after the next poll for I/O, without those that a request already waits for. */
  resting: number
}

/**
 * A request is written after the event loop has polled for I/O. By then it is known whether the server has closed a
 * kept-alive connection, or sent bytes that no request asked for, so that such a connection is not used. This also
 * holds for a connection whose response has just arrived.
 *
 * The number of connections is not limited, because a request that waits for one would use up its own timeout.
 */
export function openPool(connect: Connect): Pool {
  const connections = new Set<Connection>()
  const idleByOrigin = new Map<string, Idle>()
  let waiting: Exchange[] = []
  let rested: Connection[] = []
  let isScheduled = false
  let sweeper: NodeJS.Timeout | null = null
  let closing: PromiseWithResolvers<void> | null = null

  const idleAt = (origin: string): Idle => {
    const known = idleByOrigin.get(origin)
    if (known !== undefined) return known
    const idle: Idle = { free: [], resting: 0 }
    idleByOrigin.set(origin, idle)
    return idle
  }

  const schedule = () => {
    if (!isScheduled) setImmediate(assign)
    isScheduled = true
  }

  const holder: Holder = {
    onIdle(connection) {
      idleAt(connection.origin).resting += 1
      rested.push(connection)
      schedule()
    },
    onClosed(connection) {
      connections.delete(connection)
      if (connections.size > 0) return
      if (sweeper !== null) clearInterval(sweeper)
      sweeper = null
      idleByOrigin.clear()
      closing?.resolve()
    },
  }

  const open = (exchange: Exchange) => {
    try {
      connections.add(new Connection(connect, exchange, holder))
      sweeper ??= setInterval(sweep, sweepMs).unref()
    } catch (error) {
      exchange.fail(causeOf(error as Error))
    }
  }

  const assign = () => {
    isScheduled = false
    const [exchanges, justFree] = [waiting, rested]
    waiting = []
    rested = []
    const now = performance.now()
    for (const exchange of exchanges) {
      if (exchange.isOver) continue
      const idle = idleAt(exchange.target.origin)
      const connection = takeFree(idle, now)
      if (connection !== undefined) connection.send(exchange)
      else if (idle.resting > 0) {
        idle.resting -= 1
        waiting.push(exchange)
      } else open(exchange)
    }
    for (const connection of justFree) {
      const idle = idleAt(connection.origin)
      idle.resting = 0
      idle.free.push(connection)
    }
    if (waiting.length > 0) schedule()
  }

  const sweep = () => {
    const now = performance.now()
    for (const [origin, { free, resting }] of idleByOrigin) {
      const kept = free.filter((connection) => connection.isFree(now))
      for (const connection of free) if (!connection.isFree(now)) connection.close(closedEarly)
      if (kept.length + resting === 0) idleByOrigin.delete(origin)
      else if (kept.length < free.length) free.splice(0, free.length, ...kept)
    }
  }

  return {
    send(exchange) {
      if (closing !== null) return exchange.fail(stopped)
      waiting.push(exchange)
      schedule()
    },
    close() {
      if (closing !== null) return closing.promise
      closing = Promise.withResolvers()
      for (const exchange of waiting) exchange.fail(stopped)
      waiting = []
      for (const connection of connections) connection.close(stopped)
      if (connections.size === 0) closing.resolve()
      return closing.promise
    },
  }
}

/** Closes connections that have been idle for too long. */
function takeFree({ free }: Idle, now: number): Connection | undefined {
  for (let connection = free.pop(); connection !== undefined; connection = free.pop()) {
    if (connection.isFree(now)) return connection
    connection.close(closedEarly)
  }
  return undefined
}
