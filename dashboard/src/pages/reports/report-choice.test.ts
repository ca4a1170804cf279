import assert from 'node:assert/strict'
import { it } from 'node:test'
import { reportGroups } from '../../../../src/values/reports.ts'
import type { Filters } from '../../parts/filters.ts'
import { reportChoiceOf } from './report-choice.ts'

it('reports on 30 days that end on the chosen day, and on one day by hour', () => {
  const table: readonly [filters: Filters, from: string, to: string][] = [
    [{ to: '2026-03-10' }, '2026-02-09', '2026-03-10'],
    [{ to: '2026-03-10', by: 'hour' }, '2026-03-10', '2026-03-10'],
    [{ from: '2026-01-01', to: '2026-03-10' }, '2026-01-01', '2026-03-10'],
    [{ from: '2026-03-10', to: '2026-01-01' }, '2026-01-01', '2026-03-10'],
    [{ to: 'soon' }, 'soon', 'soon'],
  ]
  for (const [filters, from, to] of table) {
    const asked = reportChoiceOf(filters, reportGroups)
    assert.deepEqual([asked.from, asked.to], [from, to])
  }
})
