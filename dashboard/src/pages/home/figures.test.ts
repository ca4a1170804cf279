import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { showPercent } from '../../parts/formats.ts'
import { rateOf, sumOf } from './figures.ts'

describe('figures of the home page', () => {
  it('show the share of delivered messages, never rounded to none or all', () => {
    const cases: readonly (readonly [delivered: number, failed: number, text: string | null])[] = [
      [0, 0, null],
      [5, 0, '100%'],
      [0, 3, '0%'],
      [1, 2, '33.3%'],
      [99_999, 1, '99.9%'],
      [1, 99_999, '0.1%'],
    ]
    for (const [delivered, failed, text] of cases) {
      const rate = rateOf({ delivered, failed })
      assert.equal(rate === null ? null : showPercent(rate), text)
    }
  })

  it('sum up days', () => {
    const days = [
      { day: '2026-01-01', sent: 1, delivered: 2, failed: 3 },
      { day: '2026-01-02', sent: 10, delivered: 20, failed: 30 },
    ]
    assert.deepEqual(sumOf(days), { sent: 11, delivered: 22, failed: 33 })
  })
})
