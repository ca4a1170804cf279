import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sumOf } from './figures.ts'

describe('figures of the home page', () => {
  it('sum up days', () => {
    const days = [
      { messages: 6, delivered: 2, failed: 3, pending: 1 },
      { messages: 50, delivered: 20, failed: 30, pending: 0 },
    ]
    assert.deepEqual(sumOf(days), { messages: 56, delivered: 22, failed: 33, pending: 1 })
  })
})
