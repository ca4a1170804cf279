import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isLongerThan } from './sms.ts'

describe('isLongerThan', () => {
  const texts: readonly [text: string, isTooLong: boolean][] = [
    ['x'.repeat(100), false],
    ['x'.repeat(101), true],
    ['🙂'.repeat(100), false],
    ['🙂'.repeat(101), true],
    ['x'.repeat(1_000), true],
  ]
  for (const [text, isTooLong] of texts)
    it(`counts ${[...text].length} characters like ${[...text][0]}`, () =>
      assert.equal(isLongerThan(text, 100), isTooLong))
})
