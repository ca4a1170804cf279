import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../values/time.ts'
import type { Database } from '../db/index.ts'
import { elapsedMs } from '../flow/elapsed.ts'
import type { Metrics } from '../metrics.ts'
import { createLoopOutage } from '../outage.ts'
import { claim, findNextDue } from './claim.ts'
import { createHandOffs, type HandOff } from './hand-off.ts'
import { countersOf, idsOf, inTurns } from './run.ts'
import { createRunner } from './runner.ts'
import { createSignal } from './signal.ts'
import type { Work, WorkRow } from './work.ts'

/** How often a loop that cannot claim checks again, without a statement, whether it can. */
const notReadyMs = 500
/** Maximum sleep. The due poll of the process finds rows that nobody announced. */
const restMs = 600_000
/** Minimum sleep, so that rows of a busy key that become due one by one do not cause constant queries. */
const pauseMs = 10
const awayMs = 250
/** Timers may fire this much too early, when nothing is due yet. */
const timerErrorMs = 1
/** Minimum time between claims. Under load, fewer claims find more rows each. */
const claimEveryMs = 20
/** Rows of a dead worker wait this long. A live worker renews its leases three times in that time. */
const defaultLeaseSeconds = 10

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
  /** How often leases are renewed: three times per lease by default. */
  readonly renewEveryMs?: number
}

export interface Loop<Row extends WorkRow> {
  wake(): void
  /** Wakes the loop when a row is due, unless it already wakes earlier. */
  wakeAt(due: Date): void
  /** Null while there are no free places, or rows may wait for one. */
  handOff(): HandOff<Row> | null
  /** Stops claiming and waits for running rows. After the grace period the rest is aborted, and their leases expire. */
  stop(graceMs: number): Promise<void>
}

/** Claims and runs rows of one kind of work until stopped. Waits during database outages. */
export function startLoop<Row extends WorkRow, Note>(
  work: Work<Row, Note>,
  { db, clock, log: parentLog, metrics, owner, eager = true, renewEveryMs }: LoopOptions,
): Loop<Row> {
  const log = parentLog.child({ work: work.name })
  const leaseSeconds = work.leaseSeconds ?? defaultLeaseSeconds
  const signal = createSignal()
  const counters = countersOf(metrics, work.name)
  const claiming = createLoopOutage(db, log, { away: 'cannot claim work', back: 'claiming work resumed' })
  const runner = createRunner(work, {
    db,
    clock,
    log,
    counters,
    leaseSeconds,
    renewEveryMs,
    onFree(key) {
      // Without rows that wait for a place, a claim would find nothing.
      if (isFull || fullKeys.has(key)) signal.fire()
      else handOffs.start(freePlaces() > 1 ? key : undefined)
    },
    onUnfinished(due) {
      if (due !== undefined) return wakeAt(due)
      leaveLeases()
      signal.fire()
    },
  })
  const { runs, places, resting } = runner
  const handOffs = createHandOffs<Row>({
    places,
    leaseSeconds,
    newOwner,
    now: () => clock.now(),
    freePlaces: () => (stopping || isFull || !isReady() ? 0 : freePlaces()),
    mayStart,
    nextRound: () => (signal.fired() ? begunRound + 1 : begunRound),
    begin: runner.begin,
    giveBack: runner.giveBack,
  })
  let stopping = false
  /** When the leases end that a dead process left behind, or a run of this process that could not be stored. */
  let leasesEndAtMs = latestLeaseEndMs()
  /** Work that keeps its order claims nothing before: rows that nobody runs may be leased, and others overtake them. */
  let waitsUntilMs = Number.NEGATIVE_INFINITY
  let wakeAtMs = Number.POSITIVE_INFINITY
  let waking: NodeJS.Timeout | undefined
  let lastKey: string | null = null
  let ownerNumber = 0
  let turn = 0
  /** Rounds of claims that have begun, and the last one that has ended. */
  let [begunRound, endedRound] = [0, 0]
  /** Rows of any key, or of these keys, may have been left for want of a place in the last round of claims. */
  let isFull = false
  let fullKeys = new Set<string>()

  /** Also limits the number of finished runs that are not yet written. */
  const freePlaces = () => Math.min(work.concurrency - places.taken(), 2 * work.concurrency - runs.size)
  const isReady = () => performance.now() >= waitsUntilMs && work.ready?.() !== false
  const isKeyFull = (key: string) => places.takenBy(key) >= places.limitOf(key)

  function wakeAt(due: Date): void {
    const [dueMs, inMs] = [due.getTime(), due.getTime() - clock.now().getTime()]
    if (inMs <= 0) signal.fire()
    else if (!stopping && dueMs < wakeAtMs && inMs < restMs) {
      clearTimeout(waking)
      wakeAtMs = dueMs
      waking = setTimeout(signal.fire, inMs + timerErrorMs)
    }
  }

  /** Every round finds the next due row itself, and the clock may have been moved since. */
  function forgetDue(): void {
    clearTimeout(waking)
    wakeAtMs = Number.POSITIVE_INFINITY
  }

  /** A renewal that was already sent may still extend a lease. */
  function latestLeaseEndMs(): number {
    return performance.now() + (leaseSeconds + 1) * 1_000
  }

  /** A row stays leased although nobody runs it: its claim failed or came late, or its end could not be stored. */
  function leaveLeases(): void {
    leasesEndAtMs = latestLeaseEndMs()
    if (work.keepsOrder) waitsUntilMs = leasesEndAtMs
  }

  /** A fencing token. */
  function newOwner(): string {
    ownerNumber += 1
    return `${owner}:${ownerNumber}`
  }

  /**
   * Claims from the last key on, then from the first. Starts the claimed rows before the second statement, which may
   * fail.
   */
  async function claimSome(now: Date): Promise<void> {
    // Slots that become free meanwhile are used in the next round, or the first keys would be preferred.
    let limit = freePlaces()
    isFull = limit <= 0 || !isReady()
    if (isFull) return
    fullKeys = new Set()
    const starts = lastKey === null ? [null] : [lastKey, null]
    lastKey = null
    for (const after of starts) {
      if (limit <= 0 || stopping) break
      const sentAt = elapsedMs()
      const taken = places.takenByKey()
      const fullIn = () => [...taken].flatMap(([key, count]) => (count >= work.concurrencyPerKey ? [key] : []))
      for (const key of fullIn()) fullKeys.add(key)
      const claims = await claim(db, work, {
        owner: newOwner(),
        leaseSeconds,
        now,
        limit,
        running: taken,
        except: [...idsOf(runs), ...handOffs.ids(), ...resting.ids()],
        after,
      })
      counters.takenOver.inc(claims.filter((one) => one.takenOver).length)
      for (const { key } of claims) taken.set(key, (taken.get(key) ?? 0) + 1)
      for (const key of fullIn()) fullKeys.add(key)
      // Empty claims do not count, or two alternating claims would always start with the same key.
      if (claims.length > 0) turn += 1
      for (const one of inTurns(claims, turn)) runner.begin(one, sentAt)
      if (elapsedMs() - sentAt >= leaseSeconds * 1_000) leaveLeases()
      limit = isReady() ? limit - claims.length : 0
      // With free slots left, all due rows were claimed and no key is waiting for its turn.
      lastKey = limit > 0 ? null : (claims.at(-1)?.key ?? null)
      isFull = limit <= 0
    }
    // Runs that ended during the claims did not know that rows wait for their places.
    if (isFull ? freePlaces() > 0 : [...fullKeys].some((key) => !isKeyFull(key))) signal.fire()
  }

  /** Whether a row that was handed off may start. Claims come first, because they take older rows. */
  function mayStart(key: string, afterRound: number): boolean {
    const isClaimed = endedRound === begunRound && endedRound >= afterRound
    return isClaimed && !isFull && !fullKeys.has(key) && !isKeyFull(key) && freePlaces() > 0 && isReady()
  }

  async function sleepMs(claimedAt: Date): Promise<number> {
    if (freePlaces() <= 0 || !isReady()) return eager ? notReadyMs : restMs
    const due = await findNextDue(db, work, claimedAt)
    if (due !== null) wakeAt(due)
    const leaseMs = leasesEndAtMs - performance.now()
    return Math.min(restMs, Math.max(pauseMs, Math.min(resting.nextMs(), leaseMs > 0 ? leaseMs : restMs)))
  }

  async function loop(): Promise<void> {
    let claimedAtMs = Number.NEGATIVE_INFINITY
    while (!stopping) {
      try {
        const earlyMs = claimedAtMs + claimEveryMs - performance.now()
        if (earlyMs > 0) await sleep(earlyMs)
        while (!stopping && performance.now() < waitsUntilMs) {
          signal.reset()
          await signal.wait(waitsUntilMs - performance.now())
        }
        // The reset below would forget a stop during this sleep.
        if (stopping) return
        claimedAtMs = performance.now()
        signal.reset()
        forgetDue()
        begunRound += 1
        const now = clock.now()
        await claimSome(now)
        endedRound = begunRound
        handOffs.start()
        const restsMs = signal.fired() ? null : await sleepMs(now)
        claiming.works()
        if (restsMs !== null) await signal.wait(restsMs)
      } catch (error) {
        claiming.failed(error)
        leaveLeases()
        await signal.wait(awayMs)
      }
    }
  }

  const looping = loop()
  return {
    wake: () => signal.fire(),
    wakeAt,
    handOff: () => handOffs.open(),
    async stop(graceMs) {
      stopping = true
      handOffs.close()
      signal.fire()
      await looping
      forgetDue()
      await runner.stop(graceMs)
    },
  }
}
