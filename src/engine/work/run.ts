import type { Metrics, RunOutcome } from '../metrics.ts'
import type { Claim, Lease, Work, WorkRow } from './work.ts'

/** The lease of a run, as seen by the loop. */
export interface HeldLease extends Lease {
  /** Renews the lease, counted from the time when the statement was sent. */
  extend(sentAtMs: number): void
  lose(why: string): void
  /** Aborts the run because the process stops. The lease expires. */
  abandon(why: string): void
  /** Stops watching the lease after the run. */
  forget(): void
}

/** A claimed row that runs in this process. */
export interface Run<Row extends WorkRow> {
  readonly claim: Claim<Row>
  readonly lease: HeldLease
  /** Time when the run finished and only its outcome had to be written; it no longer occupies a slot. */
  overAtMs: number | null
  /** When the row is due again; null if it was finished, undefined while its outcome is not stored. */
  dueAgain: Date | null | undefined
  ended: Promise<void>
}

/** Created with value 0, because Prometheus cannot show the increase of a series that starts with its first failure. */
export function countersOf(metrics: Metrics, work: string) {
  const runs = (outcome: RunOutcome) => metrics.workRuns.labels({ work, outcome })
  const counters = {
    leasesLost: metrics.leasesLost.labels({ work }),
    takenOver: metrics.workTakenOver.labels({ work }),
    outcomes: { done: runs('done'), again: runs('again'), failed: runs('failed'), given_up: runs('given_up') },
  }
  for (const one of [counters.leasesLost, counters.takenOver, ...Object.values(counters.outcomes)]) one.inc(0)
  return counters
}

/** Returns the time of the next attempt; null after the last one. */
export function nextTry<Row extends WorkRow, Note>(
  work: Work<Row, Note>,
  { row, attempts }: Claim<Row>,
  now: Date,
  notBefore?: Date | null,
): Date | null {
  const step = work.retryAfterSeconds[attempts - 1] ?? (work.retryUntil ? work.retryAfterSeconds.at(-1) : undefined)
  if (step === undefined || (work.retryUntil && now >= work.retryUntil(row))) return null
  const waitMs = step * 1_000 * (1 + (work.retryJitter ?? 0) * Math.random())
  return new Date(Math.max(now.getTime() + waitMs, notBefore?.getTime() ?? 0))
}

export const idsOf = (runs: Iterable<Run<WorkRow>>) => Array.from(runs, ({ claim: one }) => one.row.id)

/**
 * Groups claims by key in order, starting with a different key each time, so that the same key is not always preferred.
 */
export function inTurns<Row extends WorkRow>(claims: readonly Claim<Row>[], turn: number): Claim<Row>[] {
  const byKey = [...Map.groupBy(claims, ({ key }) => key).values()]
  const first = turn % Math.max(1, byKey.length)
  return [...byKey.slice(first), ...byKey.slice(0, first)].flat()
}
