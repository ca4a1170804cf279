import type { Metrics, RunOutcome } from '../metrics.ts'
import type { Claim, Lease, Work, WorkRow } from './work.ts'

/** The lease of one run, as the loop has it. */
export interface HeldLease extends Lease {
  /** As long again, counted from when the statement that renewed it was sent. */
  extend(sentAtMs: number): void
  lose(why: string): void
  /** The program stops: the run is told to, and its lease runs out. */
  abandon(why: string): void
  /** The run is over, and its lease is not watched any longer. */
  forget(): void
}

/** A claimed row that runs in this process. */
export interface Run<Row extends WorkRow> {
  readonly claim: Claim<Row>
  readonly lease: HeldLease
  /** Since when it only has to be written down, with others, that it is over: it takes no place any more. */
  overAtMs: number | null
  ended: Promise<void>
}

/** Resolved once, and there from the start: a series that only appears with its first failure shows no increase. */
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

/** When a failed row is tried again; null after the last try. */
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

/**
 * How many places of each key are taken: by what runs, and by those that it does not have now. Below zero where it has
 * more than others.
 */
export function takenByKey<Row extends WorkRow, Note>(
  runs: Iterable<Run<WorkRow>>,
  { placesByKey, concurrencyPerKey }: Work<Row, Note>,
): Map<string, number> {
  const taken = new Map(Array.from(placesByKey?.() ?? [], ([key, places]) => [key, concurrencyPerKey - places]))
  for (const { claim: one } of runs) taken.set(one.key, (taken.get(one.key) ?? 0) + 1)
  return taken
}

export const idsOf = (runs: Iterable<Run<WorkRow>>) => Array.from(runs, ({ claim: one }) => one.row.id)

/**
 * The claims of each key together and in their order, beginning with another key each time: where there is room for the
 * first few alone, these are not always the same key's.
 */
export function inTurns<Row extends WorkRow>(claims: readonly Claim<Row>[], turn: number): Claim<Row>[] {
  const byKey = [...Map.groupBy(claims, ({ key }) => key).values()]
  const first = turn % Math.max(1, byKey.length)
  return [...byKey.slice(first), ...byKey.slice(0, first)].flat()
}
