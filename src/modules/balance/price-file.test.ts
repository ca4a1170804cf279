import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatMoney } from '../../values/money.ts'
import {
  completePrice,
  expected,
  findColumns,
  findMissingColumn,
  type PriceRequest,
  type PriceText,
  pickPrice,
  readPrice,
} from './price-file.ts'

const text = (change: Partial<PriceText> = {}): PriceText => ({
  product: 'SMS',
  prefix: '255',
  amount: '12.5',
  account: '',
  currency: '',
  validFrom: '',
  ...change,
})

const read = (change: Partial<PriceText> = {}): PriceRequest => {
  const request = readPrice(text(change))
  if (typeof request === 'string') throw new Error(request)
  return request
}

describe('readPrice', () => {
  it('returns null for missing fields', () => {
    const { amount, ...request } = read()
    assert.deepEqual(request, { product: 'SMS', prefix: '255', accountId: null, currency: null, validFrom: null })
    assert.equal(formatMoney(amount), '12.5000')
  })

  const good: readonly [field: keyof PriceText, value: string, read: keyof PriceRequest, wanted: unknown][] = [
    ['product', 'sms', 'product', 'SMS'],
    ['prefix', '', 'prefix', ''],
    ['prefix', '123456789012345', 'prefix', '123456789012345'],
    ['amount', '0', 'amount', 0n],
    ['amount', '0.0001', 'amount', 1n],
    ['amount', '1000000', 'amount', 10_000_000_000n],
    ['account', '7', 'accountId', 7],
    ['currency', 'kes', 'currency', 'KES'],
    ['validFrom', '2030-01-31', 'validFrom', new Date('2030-01-31T00:00Z')],
    ['validFrom', '2030-01-31 08:15', 'validFrom', new Date('2030-01-31T08:15Z')],
    ['validFrom', '2030-01-31T08:15:30+03:00', 'validFrom', new Date('2030-01-31T05:15:30Z')],
  ]
  for (const [field, value, name, wanted] of good) {
    it(`accepts ${JSON.stringify(value)} as ${field}`, () => assert.deepEqual(read({ [field]: value })[name], wanted))
  }

  const bad: readonly [field: keyof PriceText, values: readonly string[], reason: string][] = [
    ['product', ['', 'SMSS', 'SMS '], expected.product],
    ['prefix', ['+255', '25 5', '1234567890123456', '٢٥٥', 'x'], expected.prefix],
    [
      'amount',
      ['', '-1', '1000000.0001', '0.00001', '1,5', '1e3', 'NaN', '.5', '5.', '99999999999999999999'],
      expected.amount,
    ],
    ['account', ['x', '-1', '1.0', '9'.repeat(30)], expected.account],
    ['currency', ['TZ', 'SHIL', 'T1S', '€€€', 'ZZZ', 'TSH'], expected.currency],
    [
      'validFrom',
      ['tomorrow', '2030-02-30', '0000-01-01', '1969-12-31', '2030-01-31T08:15', '9999-12-31T23:59-05:00'],
      expected.validFrom,
    ],
  ]
  for (const [field, values, reason] of bad) {
    for (const value of values)
      it(`rejects ${JSON.stringify(value)} as ${field}`, () =>
        assert.equal(readPrice(text({ [field]: value })), reason))
  }
})

describe('readPrice in a file with semicolons', () => {
  for (const amount of ['1.250', '999.000'])
    it(`rejects ${amount}, which can mean thousands`, () => {
      assert.equal(readPrice(text({ amount }), ';'), expected.clearAmount)
      assert.notEqual(readPrice(text({ amount }), ','), expected.clearAmount)
    })

  for (const amount of ['1.2500', '12.5', '0.125', '1250'])
    it(`accepts ${amount}`, () => assert.equal(typeof readPrice(text({ amount }), ';'), 'object'))
})

describe('completePrice', () => {
  const now = new Date('2030-01-01T00:00Z')
  const defaults = { currencies: new Map([[2, 'KES']]), currency: 'TZS', now }
  const complete = (change: Partial<PriceText>) => {
    const price = completePrice(read(change), defaults)
    return typeof price === 'string'
      ? price
      : [price.accountId, price.currency, price.validFrom.toISOString().slice(0, 10)]
  }
  const cases: readonly [change: Partial<PriceText>, wanted: unknown][] = [
    [{}, [null, 'TZS', '2030-01-01']],
    [{ currency: 'UGX', validFrom: '2030-02-01' }, [null, 'UGX', '2030-02-01']],
    [{ account: '2' }, [2, 'KES', '2030-01-01']],
    [{ account: '2', currency: 'KES' }, [2, 'KES', '2030-01-01']],
    [{ account: '2', currency: 'TZS' }, 'account 2 pays in KES'],
    [{ account: '3' }, 'account 3 does not exist'],
  ]
  for (const [change, wanted] of cases)
    it(`completes ${JSON.stringify(change)}`, () => assert.deepEqual(complete(change), wanted))
})

describe('columns of a price file', () => {
  it('are found by many names in any order, and others are ignored', () => {
    const columns = findColumns(['Note', 'Rate', 'Valid from', 'PREFIX', ' Product', 'account_id', 'price'])
    assert.equal(findMissingColumn(columns), null)
    assert.deepEqual(pickPrice(['x', ' 1.5 ', '2030-01-31', '255', 'SMS', '2', '9'], columns), {
      product: 'SMS',
      prefix: '255',
      amount: '1.5',
      account: '2',
      currency: '',
      validFrom: '2030-01-31',
    })
    assert.equal(pickPrice(['x', '1'], columns).product, '')
  })

  const missing: readonly [header: string, wanted: string | null][] = [
    ['product,prefix,price', null],
    ['prefix,price', 'Product'],
    ['product,price', 'Prefix'],
    ['product,prefix,valid_from', 'Price'],
  ]
  for (const [header, wanted] of missing)
    it(`${wanted === null ? 'are complete in' : `lack ${wanted} in`} ${header}`, () =>
      assert.equal(findMissingColumn(findColumns(header.split(','))), wanted))
})
