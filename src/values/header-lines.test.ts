import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHeaderLines } from './header-lines.ts'

const table: readonly (readonly [text: string, headers: Record<string, string | null> | null])[] = [
  ['', {}],
  ['Authorization: Bearer a:b\r\n\r\nX-Key:  7 \n', { authorization: 'Bearer a:b', 'x-key': '7' }],
  ['X-Old:', { 'x-old': null }],
  ['no colon', null],
  [': value', null],
  ['X-Key: 1\nx-key: 2', null],
]

describe('parseHeaderLines', () => {
  for (const [text, headers] of table)
    it(`${headers === null ? 'rejects' : 'parses'} ${JSON.stringify(text)}`, () =>
      assert.deepEqual(parseHeaderLines(text), headers))
})
