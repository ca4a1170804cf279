import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readText } from './send.ts'

const table: readonly (readonly [bytes: Buffer, bytesMax: number, text: string, isCut: boolean])[] = [
  [Buffer.from(''), 4, '', false],
  [Buffer.from('okay'), 4, 'okay', false],
  [Buffer.from('okays'), 4, 'okay', true],
  [Buffer.from('habari €'), 10, 'habari €', false],
  [Buffer.from('habari €!'), 9, 'habari ', true],
  [Buffer.from('abc😀d'), 6, 'abc', true],
  [Buffer.from('a\0b\0'), 4, 'ab', false],
  [Buffer.from([0x61, 0xff, 0x62]), 10, 'a\ufffdb', false],
  [Buffer.from([0x61, 0xff, 0x62]), 4, 'a\ufffd', true],
  [Buffer.from([0x61, 0xff, 0x62]), 3, 'a', true],
  [Buffer.from([0x61, 0xe2, 0x82]), 10, 'a\ufffd', false],
]

describe('readText', () => {
  for (const [bytes, bytesMax, text, isCut] of table) {
    it(`returns ${JSON.stringify(text)} for ${bytesMax} bytes of ${JSON.stringify(bytes.toString('latin1'))}`, () => {
      assert.deepEqual(readText(bytes, bytesMax), { text, isCut })
    })
  }

  it('never exceeds the limit or returns text that PostgreSQL cannot store', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(70), (bytes, bytesMax) => {
        const { text, isCut } = readText(Buffer.from(bytes), bytesMax)
        assert.ok(Buffer.byteLength(text) <= bytesMax)
        assert.ok(text.isWellFormed() && !text.includes('\0'))
        assert.ok(isCut || text === Buffer.from(bytes).toString('utf8').replaceAll('\0', ''))
      }),
    )
  })
})
