import type { Database } from '../src/engine/db/index.ts'
import { createLog } from '../src/engine/log.ts'
import type { RetentionContext } from '../src/modules/privacy/retention/context.ts'
import { removeOldData } from '../src/modules/privacy/retention/run.ts'
import type { Removal, RetentionRule } from '../src/modules/table-data/index.ts'

/** The time of tests with fake rules. */
export const now = new Date('2030-06-15T12:00:00Z')
export const dayMs = 86_400_000

type Called = readonly [accountId: number | null, days: number]

/** A rule whose rows are counters: `rows` of every account with an entry; null for all accounts. */
export function fakeRule(change: Partial<RetentionRule> = {}, rows = new Map<number | null, number>()) {
  const calls: Called[] = []
  const rule: RetentionRule = {
    name: 'Fake rows',
    dataClass: 'messages',
    async remove({ accountId, before: time }: Removal, limit) {
      calls.push([accountId, (now.getTime() - time.getTime()) / dayMs])
      const left = rows.get(accountId) ?? 0
      const removed = Math.min(left, limit)
      rows.set(accountId, left - removed)
      return removed
    },
    count: async ({ accountId }, max) => Math.min(max, rows.get(accountId) ?? 0),
    ...change,
  }
  return { rule, calls, rows }
}

export interface RunChange {
  readonly time?: Date
  readonly archive?: RetentionContext['archive']
  readonly pause?: RetentionContext['pause']
  readonly signal?: AbortSignal
  readonly runMsMax?: number
  readonly logs?: string[]
}

/** Runs the retention job with some rules. */
export function runRules(
  db: Database,
  rules: readonly RetentionRule[],
  { time = now, archive = null, pause, signal, logs = [], runMsMax = 60_000 }: RunChange = {},
) {
  const ctx: RetentionContext = {
    config: { callbackDays: 30 } as RetentionContext['config'],
    db,
    clock: { now: () => time, onMove: () => {} },
    log: createLog('debug', { write: (line) => void logs.push(line) }),
    rules,
    archive,
    pause: pause ?? (async () => {}),
    runMsMax,
    stopping: signal ?? new AbortController().signal,
    stop: () => {},
    retentionMetrics: { removed: () => {} },
  }
  return removeOldData(ctx, { signal: new AbortController().signal })
}
