import type { Logger } from 'pino'
import type { Database } from '../db/index.ts'
import { elapsedMs } from '../flow/elapsed.ts'
import { createLoopOutage } from '../outage.ts'
import { renew } from './claim.ts'
import type { HeldLease, Run } from './run.ts'
import type { Work, WorkRow } from './work.ts'

export interface LeasesOptions<Row extends WorkRow, Note> {
  readonly db: Database
  readonly work: Work<Row, Note>
  readonly log: Logger
  readonly leaseSeconds: number
  /** A third of the lease by default. */
  readonly renewEveryMs?: number
  readonly onLost: () => void
}

const ranOut = 'the lease expired'

/** Renews the leases of all runs. */
export function createLeases<Row extends WorkRow, Note>(
  { db, work, log, leaseSeconds, renewEveryMs = (leaseSeconds * 1_000) / 3, onLost }: LeasesOptions<Row, Note>,
  runs: ReadonlySet<Run<Row>>,
) {
  const renewal = createLoopOutage(db, log, { away: 'cannot renew leases', back: 'lease renewal resumed' })
  let renewing = false
  let renewals: NodeJS.Timeout | undefined

  /**
   * Starts the lease of a row that was claimed by a statement sent at this time. It counts from then, so that it always
   * ends before the lease in the database. The timer aborts waiting runs; it fires late in a process that was suspended.
   */
  function hold(sentAtMs: number): HeldLease {
    const controller = new AbortController()
    const { signal } = controller
    let endsAtMs = 0
    let timer: NodeJS.Timeout | undefined
    let isForgotten = false

    function extend(fromMs: number): void {
      endsAtMs = fromMs + leaseSeconds * 1_000
      watch()
    }
    /**
     * Checks after the timer once more: it may fire early, and after a delay of this process, the response to a renewal
     * may have arrived but is not read yet.
     */
    function watch(): void {
      clearTimeout(timer)
      if (!isForgotten)
        timer = setTimeout(() => setImmediate(() => isOver() || watch()), Math.max(0, endsAtMs - elapsedMs()))
    }
    function lose(why: string): void {
      if (signal.aborted) return
      onLost()
      controller.abort(new Error(why))
    }
    function isOver(): boolean {
      if (elapsedMs() >= endsAtMs && !isForgotten) lose(ranOut)
      return signal.aborted
    }

    extend(sentAtMs)
    renewals ??= setInterval(renewAll, renewEveryMs)
    return {
      signal,
      isOver,
      extend,
      lose,
      abandon: (why) => controller.abort(new Error(why)),
      forget() {
        isForgotten = true
        clearTimeout(timer)
      },
    }
  }

  async function renewAll(): Promise<void> {
    if (runs.size === 0) return stop()
    // Skip runs that lost their lease, and finished runs, which are usually being released right now.
    const overSinceMs = performance.now() - renewEveryMs
    const held = [...runs].filter(
      ({ lease, overAtMs }) => !lease.isOver() && (overAtMs === null || overAtMs < overSinceMs),
    )
    if (renewing || held.length === 0) return
    renewing = true
    const sentAtMs = elapsedMs()
    try {
      const claims = held.map((run) => run.claim)
      const ours = await renew(db, work, claims, leaseSeconds)
      renewal.works()
      for (const { claim, lease } of held.filter((one) => runs.has(one))) {
        if (ours.has(claim)) lease.extend(sentAtMs)
        else lease.lose('another worker took the lease')
      }
    } catch (error) {
      renewal.failed(error)
    } finally {
      renewing = false
    }
  }

  /** The timer runs only while there are runs, because even an idle timer costs processor time. */
  function stop(): void {
    clearInterval(renewals)
    renewals = undefined
  }

  return { hold, stop }
}
