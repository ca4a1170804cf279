import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../values/time.ts'
import { type Batcher, createBatcher } from '../batch/index.ts'
import { type Database, isConflict, isOutage, isTransient, mayBeFaultOfRow, type Tx } from '../db/index.ts'
import { BoundedMap } from '../flow/bounded-map.ts'
import type { RunOutcome } from '../metrics.ts'
import { type Release, release } from './claim.ts'
import { createLeases } from './leases.ts'
import { createPlaces } from './places.ts'
import { type countersOf, nextTry, type Run } from './run.ts'
import type { Claim, Work, WorkRow } from './work.ts'

export interface RunnerOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  readonly counters: ReturnType<typeof countersOf>
  readonly leaseSeconds: number
  readonly renewEveryMs: number | undefined
  /** A run of this key has left its place, or was written. */
  readonly onFree: (key: string) => void
  /** A row ended without being finished, and is due again at this time. Undefined if its lease must end first. */
  readonly onUnfinished: (due: Date | undefined) => void
}

const awayMs = 250
/**
 * Minimum time between releases. A finished run no longer counts towards the concurrency, so this delays nobody.
 */
const releaseLingerMs = 20
/** Attempts to write the end of a run, 250 ms apart, during an outage that the row itself may cause. */
const endTriesMax = 120
/** Delay before a run is repeated after a database outage. */
const awayRetryMs = 1_000

interface Noted<Note> {
  readonly note?: Note
  readonly notBefore?: Date | null
  readonly isFixed?: boolean
}

/** Runs claimed rows and stores their outcomes. */
export function createRunner<Row extends WorkRow, Note>(work: Work<Row, Note>, options: RunnerOptions) {
  const { db, clock, log, leaseSeconds, renewEveryMs, onFree, onUnfinished } = options
  const { leasesLost, outcomes } = options.counters
  /** Also has runs that lost their lease but have not stopped: this process must not claim their rows again. */
  const runs = new Set<Run<Row>>()
  const places = createPlaces(work)
  const resting = createResting(() => clock.now().getTime())
  const suspects = createSuspects()
  const releases: Batcher<Release<Row, Note>, boolean> = createBatcher({
    async flush(items) {
      const released = await release(db, work, items)
      if (items.some(({ resumeAt }) => resumeAt !== undefined)) onUnfinished(clock.now())
      return items.map(({ claim: { row } }) => released.has(row.id))
    },
    isolate: (error) => !isOutage(error),
    repeat: isConflict,
    weightMax: 1_000,
    lingerMs: releaseLingerMs,
    waitingMax: Number.POSITIVE_INFINITY,
  })
  const leases = createLeases({ db, work, log, leaseSeconds, renewEveryMs, onLost: () => leasesLost.inc() }, runs)
  let stopping = false

  /** Starts a row that was leased by a statement sent at this time. */
  function begin(one: Claim<Row>, sentAt: number) {
    const lease = leases.hold(sentAt)
    const run: Run<Row> = { claim: one, lease, overAtMs: null, dueAgain: undefined, ended: Promise.resolve() }
    runs.add(run)
    places.take(one.key)
    run.ended = start(run)
  }

  function leave(run: Run<Row>) {
    if (run.overAtMs === null) places.free(run.claim.key)
    run.overAtMs ??= performance.now()
    onFree(run.claim.key)
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
      leave(run)
      if (run.dueAgain !== null) onUnfinished(run.dueAgain)
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
      const { write, note, resume = false } = outcome
      return write
        ? counted(run, 'done', null, () => finishWith(one, { note }, write))
        : letGo(run, 'done', { due: null, failed: true, note, resumeAt: resume ? clock.now() : undefined })
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
    { note, notBefore, isFixed }: Noted<Note> = {},
  ): () => Promise<unknown> {
    const one = run.claim
    const due = nextTry(work, one, clock.now(), notBefore)
    log[due || work.callsCustomers ? level : 'warn'](
      { err: error, id: one.row.id, attempts: one.attempts, due },
      due ? 'work failed; it will be retried' : 'work failed; no retries left',
    )
    if (due) return letGo(run, 'failed', { due, failed: true, note, isFixed })
    return counted(run, 'given_up', null, () =>
      finishWith(one, { note, finished: work.givenUp }, (tx) => work.giveUp(tx, one.row)),
    )
  }

  /** Rows are released in batches. A finished run no longer occupies a slot meanwhile, unless the work wants it. */
  function letGo(run: Run<Row>, outcome: RunOutcome, ending: Omit<Release<Row, Note>, 'claim'>): () => Promise<void> {
    if (!work.placeUntilStored) leave(run)
    return counted(run, outcome, ending.due, () => releases.add({ claim: run.claim, ...ending }))
  }

  /** Counts an outcome only if it was written, that is, if the row was still ours. */
  function counted(
    run: Run<Row>,
    outcome: RunOutcome,
    due: Date | null,
    write: () => Promise<boolean>,
  ): () => Promise<void> {
    return async () => {
      if (!(await write())) return
      outcomes[outcome].inc()
      run.dueAgain = due
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

  return {
    runs,
    places,
    resting,
    begin,
    /** Releases a row that did not start. If that fails, its lease expires. */
    async giveBack(one: Claim<Row>) {
      const isReleased = await releases.add({ claim: one, due: one.due, failed: false }).catch(() => false)
      onUnfinished(isReleased ? one.due : undefined)
    },
    /** Waits for the runs. After the grace period the rest is aborted, and their leases expire. */
    async stop(graceMs: number) {
      stopping = true
      await Promise.race([Promise.all([...runs].map(({ ended }) => ended)), sleep(graceMs, undefined, { ref: false })])
      for (const { lease } of runs) lease.abandon('the program is stopping')
      leases.stop()
      await releases.idle()
    },
  }
}

/**
 * Due rows that this process skips for a moment. A later due_at would also change the order and age of the row. Uses
 * `now`, so that moving the clock ends a rest too.
 */
function createResting(now: () => number) {
  const ends = new Map<number, number>()
  return {
    add: (id: number, milliseconds: number) => void ends.set(id, now() + milliseconds),
    ids() {
      for (const [id, end] of ends) if (end <= now()) ends.delete(id)
      return [...ends.keys()]
    },
    /** Milliseconds until the first row may be claimed again; infinite without rows. */
    nextMs: () => Math.min(...ends.values()) - now(),
  }
}

/** Runs are repeated every second, so this is half a minute. */
const outagesMax = 30
const rowsMax = 10_000

/** Tracks rows whose runs end in outages that a row may cause. Repeated outages count as a failure of the row. */
export function createSuspects() {
  const outages = new BoundedMap<number, number>(rowsMax)
  return {
    /** Counts an outage of a row; true when there were too many in sequence. */
    note(id: number, error: unknown): boolean {
      if (!mayBeFaultOfRow(error)) return false
      const count = (outages.get(id) ?? 0) + 1
      outages.set(id, count)
      return count > outagesMax
    },
    clear: (id: number) => void outages.delete(id),
  }
}
