import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatTime, parseTime } from './fields.ts'

const now = new Date('2026-01-31T10:20:30Z')

describe('an SMPP time', () => {
  for (const [text, expected] of [
    ['260228235959000+', '2026-02-28T23:59:59.000Z'],
    ['260131132030512+', '2026-01-31T10:20:30.500Z'],
    ['260131052030020-', '2026-01-31T10:20:30.000Z'],
    ['000000000500000R', '2026-01-31T10:25:30.000Z'],
    ['000003000000000R', '2026-02-03T10:20:30.000Z'],
    ['010100000000000R', '2027-03-03T10:20:30.000Z'],
    ['260229000000000+', null],
    ['261301000000000+', null],
    ['260131240000000+', null],
    ['260131106000000+', null],
    ['260131102030049+', null],
    ['26013110203000+', null],
    ['260131102030000Z', null],
    ['tomorrow', null],
    ['', null],
  ] as const) {
    it(`is read: ${JSON.stringify(text)} is ${expected}`, () => {
      assert.equal(parseTime(text, now)?.toISOString() ?? null, expected)
    })
  }

  it('is read as it was written', () => {
    assert.deepEqual(parseTime(formatTime(now), now), now)
  })
})
