import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { senderStatuses } from '../../contract/account/senders.ts'
import { decide, decisionsFor, isSenderShape, parseSender } from './rules.ts'

describe('parseSender', () => {
  const table: readonly [value: unknown, sender: string | null][] = [
    ['INFO', 'INFO'],
    ['a', 'a'],
    ['Shop & Co.', 'Shop & Co.'],
    ['ELEVEN CHAR', 'ELEVEN CHAR'],
    ['TWELVE CHARS', null],
    ['  SHOP\t\n', 'SHOP'],
    ['  ELEVEN CHAR  ', 'ELEVEN CHAR'],
    ['', null],
    ['   ', null],
    ['15000', '15000'],
    ['12345678901234567890', '12345678901234567890'],
    ['+12345678901234567890', '+12345678901234567890'],
    ['123456789012345678901', null],
    ['+', '+'],
    ['+255 712 345 678', null],
    ['A\nB', null],
    ['A\tB', null],
    ['A\0B', null],
    ['CAFÉ', null],
    ['ШОП', null],
    ['１２３', null],
    ['SHOP😀', null],
    ['\u{feff}SHOP', 'SHOP'],
    ['A`B', null],
    ['A{B}', null],
    ['[SHOP]', null],
    ['A~B', null],
    ['A|B', null],
    ['A\\B', null],
    ['A^B', null],
    [`!"#$%&'()*+`, `!"#$%&'()*+`],
    [',-./:;<=>?@', ',-./:;<=>?@'],
    ['A_B', 'A_B'],
    [undefined, null],
    [null, null],
    [15_000, null],
    [true, null],
    [['SHOP'], null],
    [{ senderid: 'SHOP' }, null],
  ]
  for (const [value, sender] of table) {
    it(`returns ${JSON.stringify(sender)} for ${JSON.stringify(value)}`, () => assert.equal(parseSender(value), sender))
  }

  it('returns only values that can be used to send', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        const sender = parseSender(text)
        assert.ok(sender === null || (isSenderShape(sender) && parseSender(sender) === sender))
      }),
    )
  })
})

describe('decide', () => {
  it('returns the new or the same status, or null', () => {
    const found = senderStatuses.map((status) => [
      status,
      decide(status, 'approve'),
      decide(status, 'reject'),
      decide(status, 'deactivate'),
    ])
    assert.deepEqual(found, [
      ['pending', 'active', 'rejected', null],
      ['active', 'active', null, 'inactive'],
      ['rejected', 'active', 'rejected', null],
      ['inactive', 'active', null, 'inactive'],
    ])
  })

  it('allows at least one decision for every status', () => {
    assert.deepEqual(
      senderStatuses.map((status) => decisionsFor(status)),
      [['approve', 'reject'], ['deactivate'], ['approve'], ['approve']],
    )
  })
})
