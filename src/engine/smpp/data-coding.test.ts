import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DataCoding, parseDataCoding } from './data-coding.ts'

const text = (alphabet: 'default' | 'latin1' | 'ucs2' | 'iso-8859-5', messageClass?: number): DataCoding => ({
  kind: 'text',
  alphabet,
  ...(messageClass !== undefined && { messageClass }),
})

describe('parseDataCoding', () => {
  const cases: readonly [value: number, meaning: DataCoding | null][] = [
    [0x00, text('default')],
    [0x03, text('latin1')],
    [0x04, { kind: 'binary' }],
    [0x06, text('iso-8859-5')],
    [0x08, text('ucs2')],
    [0x09, null],
    [0x10, text('default', 0)],
    [0x15, { kind: 'binary', messageClass: 1 }],
    [0x18, text('ucs2', 0)],
    [0x1c, null],
    [0x30, null],
    [0xc8, { kind: 'binary' }],
    [0xf0, text('default', 0)],
    [0xf4, { kind: 'binary', messageClass: 0 }],
    [0xf6, { kind: 'binary', messageClass: 2 }],
  ]
  for (const [value, meaning] of cases)
    it(`reads 0x${value.toString(16).padStart(2, '0')}`, () => assert.deepEqual(parseDataCoding(value), meaning))
})
