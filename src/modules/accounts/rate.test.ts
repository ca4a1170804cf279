import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeRate } from './rate.ts'

describe('describeRate', () => {
  const descriptions: readonly [tokens: number, perSecond: number, remaining: string, reset: string][] = [
    [5, 5, '5', '0'],
    [4, 5, '4', '1'],
    [0.75, 5, '0', '1'],
    [0, 1, '0', '1'],
  ]
  for (const [tokens, perSecond, remaining, reset] of descriptions) {
    it(`describes ${tokens} tokens left of ${perSecond}`, () => {
      const headers = {
        'RateLimit-Limit': String(perSecond),
        'RateLimit-Remaining': remaining,
        'RateLimit-Reset': reset,
      }
      assert.deepEqual(describeRate(tokens, perSecond), headers)
    })
  }
})
