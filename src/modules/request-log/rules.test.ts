import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { kindOf, type Rejected, showHint, showMessage, wordsOf } from './rules.ts'

const refused: Rejected = {
  caller: '1',
  method: 'POST',
  route: '/v1/send',
  status: 400,
  code: 102,
  reason: 'Insufficient Balance',
  hint: 'this send costs 20.0000, and 3.5000 can be spent',
}

describe('display of a refused request', () => {
  const paths: readonly (readonly [path: string, shown: string])[] = [
    ['/v1/sned', '/v1/sned'],
    ['/public/v1/sms-templates/12/copy', '/public/v1/sms-templates/…/copy'],
    ['/v1/send/255712345678', '/v1/send/…'],
    ['/v1/asha@example.com', '/v1/…'],
    ['/v1/4bf92f3577b34da6a3ce929d0e0e4736', '/v1/…'],
    [`/v1/${'x'.repeat(32)}`, '/v1/…'],
    ['/v1/send/', '/v1/send/…'],
    ['/v1', '/v1'],
    [`/v1${'/a'.repeat(20)}`, '/v1/a/a/a/a/a/a/a/…'],
  ]
  for (const [path, shown] of paths)
    it(`shows ${path.slice(0, 60)} as ${shown}`, () => assert.equal(wordsOf(path), shown))

  it('removes phone numbers, of the example except its country code, and limits the length', () => {
    assert.equal(showHint('255712000111 is no number of recipient 3'), '… is no number of recipient 3')
    assert.equal(showHint('digits only, such as 255712345678'), 'digits only, such as 255…')
    assert.equal(showMessage('The incoming number is invalid: 0712000111'), 'The incoming number is invalid: …')
    assert.equal(
      showHint('schedule_time is yyyy-mm-dd hh:mm, now it is 2030-06-15 10:30'),
      'schedule_time is yyyy-mm-dd hh:mm, now it is 2030-06-15 10:30',
    )
    assert.equal(showHint('word '.repeat(200))?.length, 400)
    assert.equal(showMessage('x'.repeat(1_000)).length, 200)
    assert.equal(showHint(null), null)
  })
})

describe('kindOf', () => {
  it('ignores numbers in the hint', () => {
    assert.equal(kindOf(refused), kindOf({ ...refused, hint: 'this send costs 7.0000, and 0.0000 can be spent' }))
  })

  it('ignores addresses', () => {
    const kinds = ['192.0.2.7', '198.51.100.23', '2001:db8::1', '2001:db8:ab:cd::ef'].map((address) =>
      kindOf({
        ...refused,
        reason: `may not be used from ${address}`,
        hint: `it may not be used from ${address}: use another credential in this program`,
      }),
    )
    assert.equal(new Set(kinds).size, 1)
  })

  it('differs when anything else differs', () => {
    const others: readonly Partial<Rejected>[] = [
      { caller: '2' },
      { caller: 'user' },
      { caller: 'smpp 1' },
      { method: 'GET' },
      { route: '/v1/transfer' },
      { status: 409 },
      { code: 105 },
      { reason: 'Another' },
      { hint: null },
      { hint: 'something else' },
    ]
    assert.equal(
      new Set([refused, ...others.map((other) => ({ ...refused, ...other }))].map(kindOf)).size,
      others.length + 1,
    )
  })
})
