import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ownerRange } from './smpp.ts'

describe('owners of an account', () => {
  for (const [title, name, current, min, max] of [
    ['lower the default number of binds', 'bindsMax', undefined, 1, 4],
    ['keep a window that an operator raised', 'windowSize', 200, 1, 200],
    ['go back to the default window', 'windowSize', 7, 1, 50],
    ['set a rate up to the default, but not 0, which means no limit', 'rate', 20, 1, 100],
    ['set any rate when an operator has removed the limit', 'rate', 0, 0, 100_000],
  ] as const)
    it(`may ${title}`, () => assert.deepEqual(ownerRange(name, current), { min, max }))
})
