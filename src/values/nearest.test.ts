import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findNearest } from './nearest.ts'

const known = ['serve', 'send', 'doctor', 'key create', 'key revoke', 'NGOMA_STAGING', 'NGOMA_SECRET']

const words: readonly (readonly [word: string, nearest: string | null])[] = [
  ['serve', 'serve'],
  ['server', 'serve'],
  ['sned', 'send'],
  ['sent', 'send'],
  ['docter', 'doctor'],
  ['keys create', 'key create'],
  ['key revok', 'key revoke'],
  ['NGOMA_STAGE', 'NGOMA_STAGING'],
  ['ngoma_secret', 'NGOMA_SECRET'],
  ['', null],
  ['something else', null],
]

describe('findNearest', () => {
  for (const [word, nearest] of words) {
    it(`finds ${JSON.stringify(nearest)} for ${JSON.stringify(word)}`, () =>
      assert.equal(findNearest(word, known), nearest))
  }

  it('returns null for an empty list', () => assert.equal(findNearest('serve', []), null))
})
