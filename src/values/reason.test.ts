import assert from 'node:assert/strict'
import { it } from 'node:test'
import { soundReason } from './reason.ts'

it('a reason is one line of printable text and never empty', () => {
  const found = [null, '', ' \n', 'barred', 'a\u0000\nb', 'x\ud800y', 'x'.repeat(300)].map(soundReason)
  assert.deepEqual(found, [...Array(3).fill('no reason was given'), 'barred', 'a b', 'x y', 'x'.repeat(200)])
})
