import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deliveryRate } from './reports.ts'

it('delivery rates are never rounded to none or all', () => {
  const cases: readonly (readonly [delivered: number, failed: number, rate: number | null])[] = [
    [0, 0, null],
    [5, 0, 100],
    [0, 3, 0],
    [1, 2, 33.3],
    [99_999, 1, 99.9],
    [1, 99_999, 0.1],
  ]
  for (const [delivered, failed, rate] of cases) assert.equal(deliveryRate({ delivered, failed }), rate)
})
