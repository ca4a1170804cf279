import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseId, parseJsonId } from './id.ts'

describe('parseId', () => {
  const table: readonly [unknown, number | null][] = [
    ['1', 1],
    ['007', 7],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', null],
    ['99999999999999999999', null],
    ['', null],
    ['-1', null],
    ['1.0', null],
    [' 1', null],
    ['1e3', null],
    [1, null],
    [null, null],
  ]
  for (const [value, id] of table) it(`reads ${JSON.stringify(value)} as ${id}`, () => assert.equal(parseId(value), id))
  it('accepts a number in JSON', () => assert.equal(parseJsonId(7), 7))
  it('rejects an object without a string form in JSON', () => assert.equal(parseJsonId({ toString: 1 }), null))
})
