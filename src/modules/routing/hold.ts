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

/** Keeps the connections of carriers that this process has, and takes those that nobody has. */
export interface Holding {
  /** The carriers may have changed: they are told now what they hold, and what is free is taken. */
  look(): Promise<void>
  stop(): Promise<void>
}

/**
 * How long the connections of a process that died are nobody's. An embedded database has one process, and may keep it
 * waiting.
 */
const defaultLeaseSeconds = { postgres: 5, embedded: 10 }
/** A lease is renewed this many times before it ends. */
const renewals = 5
/** What we hold is let go of this long before the database would give it to another. */
const marginMs = 500

type HoldingContext = Pick<Context, 'db' | 'clock' | 'log'>

/**
 * `carriers` are those that may connect now. No two processes ever have the same connection: whoever could not renew
 * its lease in time, by its own monotonic clock counted from before it asked, ends the connection before another can
 * take it.
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
    away: 'connections of carriers can not be held',
    back: 'connections of carriers are held again',
  })
  let held: readonly Held[] = []
  /** By the monotonic clock. */
  let endsAtMs = 0
  let leaseEnd: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let leaving: Promise<void> | null = null

  function tell(): void {
    for (const { name, connections } of [...carriers(), ...ending()]) {
      connections?.hold(new Set(held.filter(({ carrier }) => carrier === name).map(({ place }) => place)), endsAtMs)
    }
  }

  function lose(): void {
    if (held.length === 0) return
    log.warn(
      { connections: held.length },
      'the database could not be told in time that we have these connections, so we let go of them',
    )
    held = []
    tell()
  }

  function statesOf(one: Held) {
    const states = carriers()
      .find(({ name }) => name === one.carrier)
      ?.connections?.states()
    const { isUp = false, problem = null } = states?.find(({ place }) => place === one.place) ?? {}
    return { ...one, isUp, problem }
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
    leaseEnd = setTimeout(lose, Math.max(0, endsAtMs - performance.now()))
    tell()
    const surplus = ours.length < 2 || leaving !== null ? [] : await listSurplus(db, owner)
    if (surplus.length > 0)
      leaving = Promise.all(surplus.map(giveUp))
        .then(() => {}, outage.failed)
        .finally(() => {
          leaving = null
        })
  }

  /** What is under way over it is answered first. */
  async function giveUp(one: Held): Promise<void> {
    const { connections } = carriers().find(({ name }) => name === one.carrier) ?? {}
    await connections?.leave(one.place)
    log.info({ carrier: one.carrier, place: one.place }, 'a connection is left to another process')
    await afterLooks(async () => {
      held = held.filter(({ carrier, place }) => carrier !== one.carrier || place !== one.place)
      tell()
      await releaseConnection(db, owner, one, clock.now())
    })
  }

  const look = () => afterLooks(renew)

  function afterLooks(run: () => Promise<void>): Promise<void> {
    looking = looking.then(run).then(outage.works, outage.failed)
    return looking
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep((leaseSeconds * 1_000) / renewals, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (!stopping.signal.aborted) await look()
    }
  }

  // One process alone may open an embedded database, so that whoever had connections before is gone.
  if (db.engine === 'embedded') await releaseAllConnections(db)
  await look()
  const polling = keepLooking()
  return {
    look,
    /** After the carriers were stopped. */
    async stop() {
      stopping.abort()
      await polling
      await leaving
      await looking
      clearTimeout(leaseEnd)
      held = []
      await releaseConnections(db, owner, clock.now()).catch(() => {})
    },
  }
}
