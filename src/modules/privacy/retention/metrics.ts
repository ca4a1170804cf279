import type { Queryable } from '../../../engine/db/index.ts'
import type { Metrics } from '../../../engine/metrics.ts'
import type { Clock } from '../../../values/time.ts'
import type { RetentionRule } from '../../table-data/index.ts'
import { findLastRun, type LastRun } from './store-progress.ts'

export interface RetentionMetrics {
  removed(rule: string, rows: number): void
}

type Rules = readonly Pick<RetentionRule, 'name'>[]

export function createRetentionMetrics({ counter }: Metrics, rules: Rules): RetentionMetrics {
  const rows = counter('ngoma_retention_removed_rows_total', 'Rows that were removed or redacted, by rule.', ['rule'])
  // A series that first appears with a removal would show no increase.
  for (const { name } of rules) rows.inc({ rule: name }, 0)
  return { removed: (rule, count) => rows.inc({ rule }, count) }
}

/** Metrics that are read from the database on every scrape. They are missing before the first run. */
export function showRetentionState(
  { metrics, db, clock }: { readonly metrics: Metrics; readonly db: Queryable; readonly clock: Clock },
  rules: Rules,
): void {
  const names = rules.map(({ name }) => name)
  let reading: Promise<LastRun | null> | null = null
  /** Both metrics of a scrape share one read. */
  const read = () => {
    reading ??= findLastRun(db, names)
      .catch(() => null)
      .finally(() => {
        reading = null
      })
    return reading
  }
  metrics.gauge(
    'ngoma_retention_age_seconds',
    'Time since every retention rule has finished a run.',
    [],
    async (age) => {
      const last = await read()
      if (last?.finishedAt) age.set((clock.now().getTime() - last.finishedAt.getTime()) / 1_000)
    },
  )
  metrics.gauge('ngoma_retention_rules_failed', 'Retention rules whose last run failed.', [], async (failed) => {
    const last = await read()
    if (last !== null) failed.set(last.failed.length)
  })
}
