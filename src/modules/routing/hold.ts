import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier } from '../../carriers/carrier.ts'
import type { Context } from '../../context.ts'
import { createLoopOutage } from '../../engine/outage.ts'
import { makeProcessName } from '../../engine/process-name.ts'
import {
  type Held,
  listSurplus,
  releaseAllConnections,
  releaseConnection,
  releaseConnections,
  renewConnections,
  takeConnections,
} from './store-connections.ts'

/** Holds the leases on carrier connections for this process, and claims free connections. */
export interface Holding {
  /** Renews the leases, claims free connections and tells the carriers which ones they hold. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

/**
 * How long the connections of a dead process stay leased. The embedded database has one process, but may block it for
 * longer.
 */
const defaultLeaseSeconds = { postgres: 5, embedded: 10 }
/** A lease is renewed this many times before it ends. */
const renewals = 5
/** Connections are closed this long before another process could claim them. */
const marginMs = 500

type HoldingContext = Pick<Context, 'db' | 'clock' | 'log'>

/**
 * `carriers` are those that may connect now. No two processes ever hold the same connection: a process that fails to
 * renew its lease closes the connection before another can claim it. It measures the lease by its own monotonic clock,
 * from before the statement was sent.
 */
export async function startHolding(
  { db, clock, log }: HoldingContext,
  carriers: () => readonly Carrier[],
  ending: () => readonly Carrier[] = () => [],
  leaseSeconds: number = defaultLeaseSeconds[db.engine],
): Promise<Holding> {
  const owner = makeProcessName()
  const stopping = new AbortController()
  const outage = createLoopOutage(db, log, {
    away: 'failed to hold carrier connections',
    back: 'holding carrier connections again',
  })
  let held: readonly Held[] = []
  /** On the monotonic clock. */
  let endsAtMs = 0
  let leaseEnd: NodeJS.Timeout | undefined
  let queued: Promise<void> = Promise.resolve()
  let leaving: Promise<void> | null = null

  function notifyCarriers(): void {
    for (const { name, connections } of [...carriers(), ...ending()]) {
      connections?.hold(new Set(held.filter(({ carrier }) => carrier === name).map(({ place }) => place)), endsAtMs)
    }
  }

  function dropExpired(): void {
    if (held.length === 0) return
    log.warn(
      { connections: held.length },
      'failed to renew the leases on carrier connections in time; closing the connections',
    )
    held = []
    notifyCarriers()
  }

  function statesOf(one: Held) {
    const states = carriers()
      .find(({ name }) => name === one.carrier)
      ?.connections?.states()
    const state = states?.find(({ place }) => place === one.place)
    const { isUp = false, problem = null, outstanding = 0, window = 0 } = state ?? {}
    return { ...one, isUp, problem, outstanding, window }
  }

  async function renew(): Promise<void> {
    const sentAtMs = performance.now()
    const now = clock.now()
    const ours = held.length === 0 ? [] : await renewConnections(db, owner, held.map(statesOf), leaseSeconds, now)
    const wanted = carriers().flatMap(({ name, connections }) => (connections ? [name] : []))
    const taken =
      wanted.length === 0 || stopping.signal.aborted ? [] : await takeConnections(db, owner, wanted, leaseSeconds, now)
    held = [...ours, ...taken]
    clearTimeout(leaseEnd)
    endsAtMs = sentAtMs + leaseSeconds * 1_000 - marginMs
    leaseEnd = setTimeout(dropExpired, Math.max(0, endsAtMs - performance.now()))
    notifyCarriers()
    const surplus = ours.length < 2 || leaving !== null ? [] : await listSurplus(db, owner)
    if (surplus.length > 0)
      leaving = Promise.all(surplus.map(releaseSurplus))
        .then(() => {}, outage.failed)
        .finally(() => {
          leaving = null
        })
  }

  /** Waits for outstanding responses on the connection first. */
  async function releaseSurplus(one: Held): Promise<void> {
    const { connections } = carriers().find(({ name }) => name === one.carrier) ?? {}
    await connections?.leave(one.place)
    log.info({ carrier: one.carrier, place: one.place }, 'released a connection for another process')
    await enqueue(async () => {
      held = held.filter(({ carrier, place }) => carrier !== one.carrier || place !== one.place)
      notifyCarriers()
      await releaseConnection(db, owner, one, clock.now())
    })
  }

  const refresh = () => enqueue(renew)

  function enqueue(run: () => Promise<void>): Promise<void> {
    queued = queued.then(run).then(outage.works, outage.failed)
    return queued
  }

  async function pollRegularly(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep((leaseSeconds * 1_000) / renewals, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (!stopping.signal.aborted) await refresh()
    }
  }

  // Only one process can open an embedded database, so earlier owners are gone.
  if (db.engine === 'embedded') await releaseAllConnections(db)
  await refresh()
  const polling = pollRegularly()
  return {
    refresh,
    /** Call this after the carriers have stopped. */
    async stop() {
      stopping.abort()
      await polling
      await leaving
      await queued
      clearTimeout(leaseEnd)
      held = []
      await releaseConnections(db, owner, clock.now()).catch(() => {})
    },
  }
}
