import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { money, parseMoney } from '../../values/money.ts'
import { originOf } from './address.ts'
import { isUnknown, makePaymentId, nextAskAt, parsePaymentId, showAmount } from './rules.ts'

describe('checkout rules', () => {
  const amounts: readonly [text: string, shown: string][] = [
    ['0.01', '0.01'],
    ['5', '5.00'],
    ['999.5', '999.50'],
    ['1000', '1,000.00'],
    ['1234567.89', '1,234,567.89'],
    ['12345678901234.99', '12,345,678,901,234.99'],
  ]
  for (const [text, shown] of amounts)
    it(`show ${text} as ${shown}`, () => assert.equal(showAmount(parseMoney(text) ?? money(0n), 'en'), shown))

  it('ask a provider soon at first, then less and less often', () => {
    const started = new Date('2030-01-01T00:00:00Z')
    const waits = [0, 4, 60, 1_200, 80_000].map((age) => {
      const now = new Date(started.getTime() + age * 1_000)
      return (nextAskAt(started, now, 2_000).getTime() - now.getTime()) / 1_000
    })
    assert.deepEqual(waits, [2, 2, 30, 600, 21_600])
    const hours = (count: number) => new Date(started.getTime() + count * 3_600_000)
    assert.deepEqual([isUnknown(started, hours(0.9), false), isUnknown(started, hours(1), false)], [false, true])
    assert.deepEqual([isUnknown(started, hours(23), true), isUnknown(started, hours(24), true)], [false, true])
  })

  it('parse only payment ids that they created', () => {
    const ids = Array.from({ length: 1_000 }, makePaymentId)
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids) assert.deepEqual([parsePaymentId(id), parsePaymentId(` ${id.toLowerCase()}`)], [id, id])
    for (const text of ['', '17-1', '0123456789A', '0123456789ABC', '0123456789-A', '0123456789\u0000A'])
      assert.equal(parsePaymentId(text), null, text)
  })

  it('reject an invalid host', () => {
    const http = (host: string) => originOf(null, { protocol: 'http', host })
    assert.equal(http('Pay.example.com:8080'), 'http://Pay.example.com:8080')
    assert.equal(http('[::1]:80'), 'http://[::1]:80')
    for (const host of ['', 'a b', 'a/b', 'a@b', 'a:b', 'a:123456', 'a?b', 'a#b', '[::1', 'a\\b'])
      assert.equal(http(host), null, host)
    assert.equal(originOf(null, { protocol: 'javascript', host: 'a' }), null)
    assert.equal(originOf('https://pay.test', { protocol: 'http', host: '' }), 'https://pay.test')
  })
})
