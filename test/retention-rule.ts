import type { Removal, RetentionRule } from '../src/modules/retention/model.ts'

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
