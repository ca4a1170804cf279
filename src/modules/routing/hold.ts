import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier } from '../../carriers/carrier.ts'
import type { Context } from '../../context.ts'
import { elapsedMs } from '../../engine/flow/elapsed.ts'
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
/**
 * A process without enough CPU time could lose and claim its connections again and again, and send little. So after a
 * loss its leases last longer; with each renewal in time they get shorter again, down to the usual duration.
 */
const starvedFactor = 2
const recovery = 0.98
/** Connections are closed this long before another process could claim them. */
const marginMs = 500

type HoldingContext = Pick<Context, 'db' | 'clock' | 'log'>

/**
 * `carriers` are those that may connect now. No two processes ever hold the same connection: a process that fails to
 * renew its lease closes the connection before another can claim it. It measures the lease by its own clock, from
 * before the statement was sent.
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
  /** By `elapsedMs`. */
  let endsAtMs = 0
  let factor = 1
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
    // The timer fired early, or the response to a renewal arrived before it was read.
    if (elapsedMs() < endsAtMs) {
      watchLease()
      return
    }
    factor = starvedFactor
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
    const { isUp = false, problem = null, losses = 0, outstanding = 0, window = 0 } = state ?? {}
    return { ...one, isUp, problem, losses, outstanding, window }
  }

  const endOf = (sentAtMs: number, seconds: number) => sentAtMs + seconds * 1_000 - marginMs

  function holdUntil(endMs: number, connections: readonly Held[]): void {
    held = connections
    endsAtMs = endMs
    watchLease()
    notifyCarriers()
  }

  function watchLease(): void {
    clearTimeout(leaseEnd)
    leaseEnd = setTimeout(() => setImmediate(dropExpired), Math.max(0, endsAtMs - elapsedMs()))
  }

  async function renew(): Promise<void> {
    const now = clock.now()
    if (held.length > 0) {
      const seconds = factor * leaseSeconds
      const endMs = endOf(elapsedMs(), seconds)
      const ours = await renewConnections(db, owner, held.map(statesOf), seconds, now)
      // At once: the next statement may take longer than the rest of the previous lease.
      if (elapsedMs() < endMs) {
        holdUntil(endMs, ours)
        if (ours.length > 0) factor = Math.max(1, recovery * factor)
      } else dropExpired()
    }
    const wanted = carriers().flatMap(({ name, connections }) => (connections ? [name] : []))
    if (wanted.length > 0 && !stopping.signal.aborted) {
      const seconds = factor * leaseSeconds
      const sentAtMs = elapsedMs()
      const taken = await takeConnections(db, owner, wanted, held, seconds, now)
      const endMs = Math.min(endOf(sentAtMs, seconds), held.length > 0 ? endsAtMs : Number.POSITIVE_INFINITY)
      if (taken.length > 0 && elapsedMs() < endMs) holdUntil(endMs, [...held, ...taken])
      else if (taken.length > 0) factor = starvedFactor
    }
    const surplus = held.length < 2 || leaving !== null ? [] : await listSurplus(db, owner)
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
