import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatMoney, getMoney, money } from '../../values/money.ts'
import { createPriceList, type Price } from './prices.ts'

const day = (number: number) => new Date(Date.UTC(2030, 0, number))

const priceOf = (amount: string, change: Partial<Price> = {}): Price => ({
  product: 'SMS',
  accountId: null,
  prefix: '',
  currency: 'TZS',
  amount: getMoney(amount),
  validFrom: day(1),
  ...change,
})

const ask = (
  prices: readonly Price[],
  phone: string,
  { product = 'SMS', accountId = 1, currency = 'TZS', now = day(10) } = {},
) => formatMoney(createPriceList(prices).pricesFor(product as Price['product'], accountId, currency, now)(phone))

describe('price of a phone number', () => {
  const cases: readonly [title: string, prices: readonly Price[], wanted: string][] = [
    ['is 1 by default', [], '1.0000'],
    ['is the price for all numbers', [priceOf('2')], '2.0000'],
    [
      'is the price of the longest prefix',
      [priceOf('2'), priceOf('3', { prefix: '255' }), priceOf('4', { prefix: '25571' })],
      '4.0000',
    ],
    ['ignores other prefixes', [priceOf('2'), priceOf('3', { prefix: '254' })], '2.0000'],
    [
      'can be set for a complete number',
      [priceOf('2', { prefix: '2557' }), priceOf('5', { prefix: '255712345678' })],
      '5.0000',
    ],
    ['ignores longer numbers', [priceOf('5', { prefix: '2557123456789' })], '1.0000'],
    [
      'prefers a price of the account to a default price with a longer prefix',
      [priceOf('2', { prefix: '25571' }), priceOf('3', { accountId: 1 })],
      '3.0000',
    ],
    [
      'falls back to a default price for other numbers',
      [priceOf('2', { prefix: '25571' }), priceOf('3', { accountId: 1, prefix: '254' })],
      '2.0000',
    ],
    ['ignores prices of other accounts', [priceOf('3', { accountId: 2 })], '1.0000'],
    ['ignores prices in other currencies', [priceOf('3', { currency: 'KES' })], '1.0000'],
    ['ignores prices of other products', [priceOf('3', { product: 'OTP' })], '1.0000'],
    ['can be zero', [priceOf('0')], '0.0000'],
    [
      'is the latest valid price',
      [priceOf('3', { validFrom: day(5) }), priceOf('2'), priceOf('4', { validFrom: day(11) })],
      '3.0000',
    ],
    ['starts exactly at its time', [priceOf('2'), priceOf('3', { validFrom: day(10) })], '3.0000'],
    [
      'is that of a shorter prefix until the longer one starts',
      [priceOf('2'), priceOf('3', { prefix: '255', validFrom: day(11) })],
      '2.0000',
    ],
  ]
  for (const [title, prices, wanted] of cases) it(title, () => assert.equal(ask(prices, '255712345678'), wanted))

  it('is 0 by default for chat sessions and checkouts', () => {
    for (const [product, wanted] of [
      ['CHAT', '1.0000'],
      ['CONVERSATIONS', '0.0000'],
      ['PAYMENTS', '0.0000'],
    ])
      assert.equal(
        ask([priceOf('2'), priceOf('3', { product: 'PAYMENTS', prefix: '254' })], '255712345678', { product }),
        wanted,
      )
  })

  it('changes when the next one starts, and can be read for an earlier time', () => {
    const list = createPriceList([
      priceOf('4', { validFrom: day(3) }),
      priceOf('2'),
      priceOf('3', { validFrom: day(2) }),
    ])
    const at = (now: Date) => formatMoney(list.pricesFor('SMS', 1, 'TZS', now)('255712345678'))
    const days = [0, 1, 2, 3, 4, 2, 1, 0, 3]
    assert.deepEqual(
      days.map((number) => at(day(number))),
      ['1.0000', '2.0000', '3.0000', '4.0000', '4.0000', '3.0000', '2.0000', '1.0000', '4.0000'],
    )
  })

  it('matches a naive search', () => {
    const digits = fc.stringMatching(/^[12]{0,4}$/)
    const price = fc
      .record({
        product: fc.constantFrom('SMS' as const, 'OTP' as const),
        accountId: fc.constantFrom(null, 1, 2),
        prefix: digits,
        currency: fc.constantFrom('TZS', 'KES'),
        amount: fc.bigInt(0n, 99n).map(money),
        validFrom: fc.integer({ min: 1, max: 5 }).map(day),
      })
      .map((one): Price => one)
    const keyOf = (one: Price) =>
      [one.product, one.accountId, one.prefix, one.currency, one.validFrom.getTime()].join(' ')
    const prices = fc.uniqueArray(price, { maxLength: 60, selector: keyOf })
    const questions = fc.array(fc.tuple(fc.stringMatching(/^[12]{1,6}$/), fc.integer({ min: 0, max: 6 }).map(day)), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(prices, questions, (all, asked) => {
        const list = createPriceList(all)
        for (const [phone, now] of asked)
          assert.equal(list.pricesFor('SMS', 1, 'TZS', now)(phone), findNaively(all, phone, now))
      }),
      { numRuns: 500 },
    )
  })
})

/** Compares all prices one by one. */
function findNaively(prices: readonly Price[], phone: string, now: Date): bigint {
  let best: Price | null = null
  for (const one of prices) {
    const fits =
      one.product === 'SMS' &&
      one.currency === 'TZS' &&
      one.accountId !== 2 &&
      phone.startsWith(one.prefix) &&
      one.validFrom <= now
    if (fits && (best === null || isBetter(one, best))) best = one
  }
  return best?.amount ?? 10_000n
}

function isBetter(one: Price, other: Price): boolean {
  if (one.accountId !== other.accountId) return one.accountId !== null
  if (one.prefix.length !== other.prefix.length) return one.prefix.length > other.prefix.length
  return one.validFrom > other.validFrom
}
