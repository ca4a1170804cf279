import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ticksUpTo } from './ticks.ts'

it('marks a chart with few round numbers up to its highest bar', () => {
  const cases: readonly (readonly [most: number, ticks: readonly number[]])[] = [
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [25, [0, 5, 10, 15, 20, 25]],
    [26, [0, 10, 20, 30]],
    [1_040, [0, 500, 1_000, 1_500]],
    [4_999_999, [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000, 5_000_000]],
  ]
  for (const [most, ticks] of cases) assert.deepEqual(ticksUpTo(most), ticks)
})
