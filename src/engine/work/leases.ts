import type { Logger } from 'pino'
import type { Database } from '../db/index.ts'
import { createLoopOutage } from '../outage.ts'
import { renew } from './claim.ts'
import type { Run } from './run.ts'
import type { Work, WorkRow } from './work.ts'

export interface Leases {
  /** Aborts a run when its lease ends, unless it is renewed before. A timer, because a renewal may hang. */
  abortAtEnd(controller: AbortController, sentAt: number): NodeJS.Timeout
  /** Ends the renewals. */
  stop(): void
}

export interface LeasesOptions<Row extends WorkRow, Note> {
  readonly db: Database
  readonly work: Work<Row, Note>
  readonly log: Logger
  readonly leaseSeconds: number
  readonly onLost: () => void
}

/** Renews the leases of all runs three times in the length of a lease. */
export function createLeases<Row extends WorkRow, Note>(
  { db, work, log, leaseSeconds, onLost }: LeasesOptions<Row, Note>,
  runs: ReadonlySet<Run<Row>>,
): Leases {
  const renewEveryMs = (leaseSeconds * 1_000) / 3
  const renewal = createLoopOutage(db, log, { away: 'leases can not be renewed', back: 'leases are renewed again' })
  let renewing = false

  function lose(controller: AbortController, why: string) {
    if (controller.signal.aborted) return
    onLost()
    controller.abort(new Error(why))
  }

  const abortAtEnd = (controller: AbortController, sentAt: number) =>
    setTimeout(
      () => lose(controller, 'the lease ran out'),
      Math.max(0, sentAt + leaseSeconds * 1_000 - performance.now()),
    )

  async function renewAll(): Promise<void> {
    // An aborted run gives up its row: another worker may claim it when the lease ends. One that is over is mostly
    // being released at this moment.
    const overSinceMs = performance.now() - renewEveryMs
    const held = [...runs].filter(
      ({ controller, overAtMs }) => !controller.signal.aborted && (overAtMs === null || overAtMs < overSinceMs),
    )
    if (renewing || held.length === 0) return
    renewing = true
    const sentAt = performance.now()
    try {
      const claims = held.map((run) => run.claim)
      const ours = await renew(db, work, claims, leaseSeconds)
      renewal.works()
      for (const run of held.filter((one) => runs.has(one))) {
        clearTimeout(run.leaseEnd)
        if (ours.has(run.claim)) run.leaseEnd = abortAtEnd(run.controller, sentAt)
        else lose(run.controller, 'the lease was taken by another')
      }
    } catch (error) {
      renewal.failed(error)
    } finally {
      renewing = false
    }
  }

  const timer = setInterval(renewAll, renewEveryMs)
  return { abortAtEnd, stop: () => clearInterval(timer) }
}
