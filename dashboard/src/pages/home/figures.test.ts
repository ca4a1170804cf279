import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rateOf, sumOf } from './figures.ts'

describe('The figures of the home page', () => {
  it('says what part was delivered, of what has ended', () => {
    const cases: readonly (readonly [delivered: number, failed: number, rate: string | null])[] = [
      [0, 0, null],
      [5, 0, '100 %'],
      [0, 3, '0 %'],
      [1, 2, '33.3 %'],
      [99_999, 1, '99.9 %'],
      [1, 99_999, '0.1 %'],
    ]
    for (const [delivered, failed, rate] of cases) assert.equal(rateOf({ delivered, failed }), rate)
  })

  it('adds days up', () => {
    const days = [
      { day: '2026-01-01', sent: 1, delivered: 2, failed: 3 },
      { day: '2026-01-02', sent: 10, delivered: 20, failed: 30 },
    ]
    assert.deepEqual(sumOf(days), { sent: 11, delivered: 22, failed: 33 })
  })
})
