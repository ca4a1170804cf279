import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../values/time.ts'
import { type Batcher, createBatcher } from '../batch/index.ts'
import { type Database, isDatabaseAway, type Tx } from '../db/index.ts'
import { claim, findNextDue, type Release, release, renew } from './claim.ts'
import { createSignal } from './signal.ts'
import type { Claim, Work, WorkRow } from './work.ts'

/** The longest that a lost notification can delay work. */
const pollMs = 500
/** When rows are due but others hold them, look again a little later, not at once. */
const contendedMs = 20
const awayMs = 250

interface Run<Row extends WorkRow> {
  readonly claim: Claim<Row>
  readonly controller: AbortController
  /** By the monotonic clock, counted from before the statement was sent: always earlier than the database's own end of the lease. */
  leaseEndsAt: number
  ended: Promise<void>
}

export interface LoopOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  /** Tells this process from all others. */
  readonly owner: string
}

export interface Loop {
  wake(): void
  /** Claims nothing more and waits for what runs; what still runs after the grace is told to stop, and its lease runs out. */
  stop(graceMs: number): Promise<void>
}

/** Claims rows of one kind of work and runs them, until it is stopped. Errors of the database are waited out. */
export function startLoop<Row extends WorkRow>(work: Work<Row>, { db, clock, log: parentLog, owner }: LoopOptions): Loop {
  const log = parentLog.child({ work: work.name })
  const leaseSeconds = work.leaseSeconds ?? 30
  const runs = new Map<number, Run<Row>>()
  const signal = createSignal()
  const releases: Batcher<Release & { readonly claim: Claim<Row> }, boolean> = createBatcher({
    async flush(items) {
      const released = await release(db, work, items, owner)
      return items.map(({ claim: { row } }) => released.has(row.id))
    },
    isolate: (error) => !isDatabaseAway(error),
    weightMax: 1_000,
    waitingMax: Number.POSITIVE_INFINITY,
  })
  let stopping = false
  let lastKey: string | null = null

  async function claimSome(): Promise<number> {
    const free = work.concurrency - runs.size
    if (free <= 0 || work.ready?.() === false) return 0
    const sentAt = performance.now()
    const running = countByKey(runs.values())
    const request = { owner, leaseSeconds, now: clock.now(), running }
    const claims = await claim(db, work, { ...request, limit: free, after: lastKey })
    if (lastKey !== null && claims.length < free) {
      for (const { key } of claims) running.set(key, (running.get(key) ?? 0) + 1)
      claims.push(...(await claim(db, work, { ...request, limit: free - claims.length, after: null })))
    }
    lastKey = claims.at(-1)?.key ?? null
    for (const one of claims) {
      const run: Run<Row> = { claim: one, controller: new AbortController(), leaseEndsAt: sentAt + leaseSeconds * 1_000, ended: Promise.resolve() }
      runs.set(one.row.id, run)
      run.ended = start(run)
    }
    return claims.length
  }

  async function start(run: Run<Row>): Promise<void> {
    const { claim: one } = run
    try {
      const finish = await attempt(one, run.controller.signal)
      // A database that is away is waited for as long as the lease lasts; after that the row is somebody else's.
      while (!run.controller.signal.aborted && !(await tryTo(finish))) await sleep(awayMs)
    } finally {
      runs.delete(one.row.id)
      signal.fire()
    }
  }

  async function tryTo(finish: () => Promise<unknown>): Promise<boolean> {
    try {
      await finish()
      return true
    } catch (error) {
      if (isDatabaseAway(error)) return false
      log.error({ err: error }, 'the end of a piece of work could not be written; it will be run again when its lease ends')
      return true
    }
  }

  /** Runs it once, and says how to write down what became of it. */
  async function attempt(one: Claim<Row>, aborted: AbortSignal): Promise<() => Promise<unknown>> {
    try {
      const outcome = await work.run(one.row, aborted)
      if (outcome.kind === 'again') return () => releases.add({ claim: one, due: outcome.at, failed: false })
      if (outcome.kind === 'failed') return fail(one, 'debug', outcome.why)
      const { write } = outcome
      return write ? () => finishWith(one, work.finished, write) : () => releases.add({ claim: one, due: null, failed: true })
    } catch (error) {
      if (aborted.aborted) return async () => {}
      if (isDatabaseAway(error)) return () => releases.add({ claim: one, due: clock.now(), failed: false })
      return fail(one, 'warn', error)
    }
  }

  function fail(one: Claim<Row>, level: 'debug' | 'warn', error: unknown): () => Promise<unknown> {
    const due = nextTry(work, one, clock.now())
    log[level]({ err: error, id: one.row.id, attempts: one.attempts, due }, due ? 'work failed and will be tried again' : 'work failed for the last time')
    if (due) return () => releases.add({ claim: one, due, failed: true })
    return () => finishWith(one, work.givenUp ?? work.finished, (tx) => work.giveUp(tx, one.row))
  }

  function finishWith(one: Claim<Row>, finished: 'delete' | 'keep', write: (tx: Tx) => Promise<void>): Promise<void> {
    return db.transaction(async (tx) => {
      const released = await release(tx, work, [{ claim: one, due: null, failed: true, finished }], owner)
      if (released.size > 0) await write(tx)
    })
  }

  async function renewLeases(): Promise<void> {
    const held = [...runs.values()]
    if (held.length === 0) return
    const sentAt = performance.now()
    try {
      const ours = await renew(
        db,
        work,
        held.map((run) => run.claim),
        owner,
        leaseSeconds,
      )
      for (const run of held) {
        if (ours.has(run.claim.row.id)) run.leaseEndsAt = sentAt + leaseSeconds * 1_000
        else if (runs.get(run.claim.row.id) === run) run.controller.abort(new Error('the lease was taken by another'))
      }
    } catch (error) {
      log.warn({ err: error }, 'leases could not be renewed')
    }
    for (const run of held) if (performance.now() > run.leaseEndsAt) run.controller.abort(new Error('the lease ran out'))
  }

  async function sleepMs(claimed: number): Promise<number> {
    if (runs.size >= work.concurrency || work.ready?.() === false) return pollMs
    const busy = [...countByKey(runs.values())].filter(([, count]) => count >= work.concurrencyPerKey).map(([key]) => key)
    const due = await findNextDue(db, work, busy)
    if (due === null) return pollMs
    const wait = due.getTime() - clock.now().getTime()
    return Math.min(pollMs, wait <= 0 && claimed > 0 ? 0 : Math.max(wait, contendedMs))
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      try {
        signal.reset()
        const claimed = await claimSome()
        if (!signal.fired()) await signal.wait(await sleepMs(claimed))
      } catch (error) {
        log.warn({ err: error }, 'work could not be claimed; trying again')
        await signal.wait(awayMs)
      }
    }
  }

  const renewal = setInterval(renewLeases, (leaseSeconds * 1_000) / 3)
  const looping = loop()
  return {
    wake: () => signal.fire(),
    async stop(graceMs) {
      stopping = true
      signal.fire()
      await looping
      await Promise.race([Promise.all([...runs.values()].map(({ ended }) => ended)), sleep(graceMs, undefined, { ref: false })])
      for (const { controller } of runs.values()) controller.abort(new Error('the program is stopping'))
      clearInterval(renewal)
      await releases.idle()
    },
  }
}

function nextTry<Row extends WorkRow>(work: Work<Row>, { row, attempts }: Claim<Row>, now: Date): Date | null {
  const step = work.retryAfterSeconds[attempts - 1] ?? (work.retryUntil ? work.retryAfterSeconds.at(-1) : undefined)
  if (step === undefined) return null
  const due = new Date(now.getTime() + step * 1_000)
  return work.retryUntil && now >= work.retryUntil(row) ? null : due
}

function countByKey(runs: Iterable<Run<WorkRow>>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { claim: one } of runs) counts.set(one.key, (counts.get(one.key) ?? 0) + 1)
  return counts
}
