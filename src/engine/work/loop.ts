import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../values/time.ts'
import { type Batcher, createBatcher } from '../batch/index.ts'
import { type Database, isConflict, isOutage, isTransient, mayBeFaultOfRow, type Tx } from '../db/index.ts'
import type { Metrics, RunOutcome } from '../metrics.ts'
import { createLoopOutage } from '../outage.ts'
import { claim, findNextDue, type Release, release } from './claim.ts'
import { createLeases } from './leases.ts'
import { createResting } from './resting.ts'
import { countersOf, idsOf, inTurns, nextTry, type Run, takenByKey } from './run.ts'
import { createSignal } from './signal.ts'
import { createSuspects } from './suspects.ts'
import type { Claim, Work, WorkRow } from './work.ts'

/** Maximum delay after a lost notification. */
const pollMs = 500
/** The same when the caller wakes the workers explicitly. */
const lazyPollMs = 60_000
/** Minimum sleep, so that rows of a busy key that become due one by one do not cause constant queries. */
const pauseMs = 10
const awayMs = 250
/** Minimum time between claims. Under load, fewer claims find more rows each. */
const claimEveryMs = 20
/** The same for releases. A finished run no longer counts towards the concurrency, so this delays nobody. */
const releaseLingerMs = 20
/** Rows of a dead worker wait this long. A live worker renews its leases three times in that time. */
const defaultLeaseSeconds = 10
/** Attempts to write the end of a run, 250 ms apart, during an outage that the row itself may cause. */
const endTriesMax = 120
/** Delay before a run is repeated after a database outage. */
const awayRetryMs = 1_000

interface Noted<Note> {
  readonly note?: Note
  readonly notBefore?: Date | null
}

export interface LoopOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  /** Unique name of this process. */
  readonly owner: string
  /**
   * False when the caller that moves the clock also wakes the workers. This saves many polls, each as expensive as a
   * message.
   */
  readonly eager?: boolean
}

export interface Loop {
  wake(): void
  /** Stops claiming and waits for running rows. After the grace period the rest is aborted, and their leases expire. */
  stop(graceMs: number): Promise<void>
}

/** Claims and runs rows of one kind of work until stopped. Waits during database outages. */
export function startLoop<Row extends WorkRow, Note>(
  work: Work<Row, Note>,
  { db, clock, log: parentLog, metrics, owner, eager = true }: LoopOptions,
): Loop {
  const restMs = eager ? pollMs : lazyPollMs
  const log = parentLog.child({ work: work.name })
  const leaseSeconds = work.leaseSeconds ?? defaultLeaseSeconds
  /**
   * Current runs, including those that lost their lease but have not stopped: this process must not claim their rows
   * again.
   */
  const runs = new Set<Run<Row>>()
  const resting = createResting(() => clock.now().getTime())
  const signal = createSignal()
  const { leasesLost, takenOver, outcomes } = countersOf(metrics, work.name)
  const releases: Batcher<Release<Row, Note>, boolean> = createBatcher({
    async flush(items) {
      const released = await release(db, work, items)
      return items.map(({ claim: { row } }) => released.has(row.id))
    },
    isolate: (error) => !isOutage(error),
    repeat: isConflict,
    weightMax: 1_000,
    lingerMs: releaseLingerMs,
    waitingMax: Number.POSITIVE_INFINITY,
  })
  const leases = createLeases({ db, work, log, leaseSeconds, onLost: () => leasesLost.inc() }, runs)
  const claiming = createLoopOutage(db, log, { away: 'cannot claim work', back: 'claiming work resumed' })
  const suspects = createSuspects()
  let stopping = false
  let lastKey: string | null = null
  let claimNumber = 0
  let round = 0

  const running = () => [...runs].filter(({ overAtMs }) => overAtMs === null)

  /** Also limits the number of finished runs that are not yet written. */
  const freePlaces = () => Math.min(work.concurrency - running().length, 2 * work.concurrency - runs.size)

  /**
   * Claims from the last key on, then from the first. Starts the claimed rows before the second statement, which may
   * fail.
   */
  async function claimSome(now: Date): Promise<void> {
    // Slots that become free meanwhile are used in the next round, or the first keys would be preferred.
    let limit = freePlaces()
    if (limit <= 0 || work.ready?.() === false) return
    const starts = lastKey === null ? [null] : [lastKey, null]
    lastKey = null
    for (const after of starts) {
      if (limit <= 0 || stopping) return
      const sentAt = performance.now()
      claimNumber += 1
      const claims = await claim(db, work, {
        owner: `${owner}:${claimNumber}`,
        leaseSeconds,
        now,
        limit,
        running: takenByKey(running(), work),
        except: [...idsOf(runs), ...resting.ids()],
        after,
      })
      takenOver.inc(claims.filter((one) => one.takenOver).length)
      // Empty claims do not count, or two alternating claims would always start with the same key.
      if (claims.length > 0) round += 1
      for (const one of inTurns(claims, round)) begin(one, sentAt)
      limit -= claims.length
      // With free slots left, all due rows were claimed and no key is waiting for its turn.
      lastKey = limit > 0 ? null : (claims.at(-1)?.key ?? null)
    }
  }

  function begin(one: Claim<Row>, sentAt: number) {
    const lease = leases.hold(sentAt)
    const run: Run<Row> = { claim: one, lease, overAtMs: null, ended: Promise.resolve() }
    runs.add(run)
    run.ended = start(run)
  }

  async function start(run: Run<Row>): Promise<void> {
    const { lease } = run
    try {
      const finish = await attempt(run)
      // Retry during an outage until the lease expires or the loop stops; then another worker takes the row.
      for (let tries = 1; !lease.isOver() && !(await tryTo(finish, run, tries)) && !stopping; tries += 1)
        await sleep(awayMs)
    } catch (error) {
      log.error(
        { err: error, id: run.claim.row.id },
        'failed to handle the outcome of a run; it will run again when its lease expires',
      )
    } finally {
      lease.forget()
      runs.delete(run)
      signal.fire()
    }
  }

  async function tryTo(finish: () => Promise<unknown>, run: Run<Row>, tries: number): Promise<boolean> {
    try {
      await finish()
      return true
    } catch (error) {
      if (isTransient(error) && (tries < endTriesMax || !mayBeFaultOfRow(error))) return false
      log.error(
        { err: error, id: run.claim.row.id },
        'failed to store the outcome of a run; it will run again when its lease expires',
      )
      return true
    }
  }

  /** Runs a row once and returns a function that stores the outcome. */
  async function attempt(run: Run<Row>): Promise<() => Promise<unknown>> {
    const { claim: one, lease } = run
    if (lease.isOver()) return async () => {}
    try {
      const outcome = await work.run(one.row, lease, one.takenOver)
      suspects.clear(one.row.id)
      if (outcome.kind === 'again') return putBack(run, outcome.at, outcome.restMs)
      if (outcome.kind === 'failed') return fail(run, 'debug', outcome.why, outcome)
      const { write, note } = outcome
      return write
        ? counted('done', () => finishWith(one, { note }, write))
        : letGo(run, 'done', { due: null, failed: true, note })
    } catch (error) {
      if (lease.isOver()) return async () => {}
      if (isTransient(error) && !suspects.note(one.row.id, error)) return putBack(run, one.due, awayRetryMs)
      return fail(run, 'warn', error)
    }
  }

  function putBack(run: Run<Row>, due: Date, restMs = 0): () => Promise<void> {
    if (restMs > 0) resting.add(run.claim.row.id, restMs)
    return letGo(run, 'again', { due, failed: false })
  }

  function fail(
    run: Run<Row>,
    level: 'debug' | 'warn',
    error: unknown,
    { note, notBefore }: Noted<Note> = {},
  ): () => Promise<unknown> {
    const one = run.claim
    const due = nextTry(work, one, clock.now(), notBefore)
    log[level](
      { err: error, id: one.row.id, attempts: one.attempts, due },
      due ? 'work failed; it will be retried' : 'work failed; no retries left',
    )
    if (due) return letGo(run, 'failed', { due, failed: true, note })
    return counted('given_up', () =>
      finishWith(one, { note, finished: work.givenUp }, (tx) => work.giveUp(tx, one.row)),
    )
  }

  /** Rows are released in batches. A finished run no longer occupies a slot meanwhile. */
  function letGo(run: Run<Row>, outcome: RunOutcome, ending: Omit<Release<Row, Note>, 'claim'>): () => Promise<void> {
    run.overAtMs = performance.now()
    signal.fire()
    return counted(outcome, () => releases.add({ claim: run.claim, ...ending }))
  }

  /** Counts an outcome only if it was written, that is, if the row was still ours. */
  function counted(outcome: RunOutcome, write: () => Promise<boolean>): () => Promise<void> {
    return async () => {
      if (await write()) outcomes[outcome].inc()
    }
  }

  function finishWith(
    one: Claim<Row>,
    how: Pick<Release<Row, Note>, 'note' | 'finished'>,
    write: (tx: Tx) => Promise<void>,
  ): Promise<boolean> {
    return db.transaction(async (tx) => {
      const released = await release(tx, work, [{ claim: one, due: null, failed: true, ...how }])
      if (released.size > 0) await write(tx)
      return released.size > 0
    })
  }

  async function sleepMs(claimedAt: Date): Promise<number> {
    if (freePlaces() <= 0 || work.ready?.() === false) return restMs
    const due = await findNextDue(db, work, claimedAt)
    const dueMs = due === null ? Number.POSITIVE_INFINITY : due.getTime() - clock.now().getTime()
    return Math.min(restMs, Math.max(pauseMs, Math.min(dueMs, resting.nextMs())))
  }

  async function loop(): Promise<void> {
    let claimedAtMs = Number.NEGATIVE_INFINITY
    while (!stopping) {
      try {
        const earlyMs = claimedAtMs + claimEveryMs - performance.now()
        if (earlyMs > 0) await sleep(earlyMs)
        claimedAtMs = performance.now()
        signal.reset()
        const now = clock.now()
        await claimSome(now)
        const restsMs = signal.fired() ? null : await sleepMs(now)
        claiming.works()
        if (restsMs !== null) await signal.wait(restsMs)
      } catch (error) {
        claiming.failed(error)
        await signal.wait(awayMs)
      }
    }
  }

  const looping = loop()
  return {
    wake: () => signal.fire(),
    async stop(graceMs) {
      stopping = true
      signal.fire()
      await looping
      await Promise.race([Promise.all([...runs].map(({ ended }) => ended)), sleep(graceMs, undefined, { ref: false })])
      for (const { lease } of runs) lease.abandon('the program is stopping')
      leases.stop()
      await releases.idle()
    },
  }
}
