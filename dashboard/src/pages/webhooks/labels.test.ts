import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { statusOf } from './labels.ts'

describe('statusOf', () => {
  const cases = [
    ['waiting', 0, 'waiting'],
    ['waiting', 2, 'retrying'],
    ['failed', 9, 'failed'],
    ['delivered', 1, 'delivered'],
  ] as const
  for (const [state, attempts, status] of cases)
    it(`calls an event that is ${state} after ${attempts} attempts ${status}`, () =>
      assert.equal(statusOf({ state, attempts }), status))
})
