import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Failure } from './command.ts'
import { findColumns, readAmount, readLine, readTime } from './statement.ts'

describe('payment statement', () => {
  const mpesa = ['Receipt No.', 'Completion Time', 'Details', 'Transaction Status', 'Paid In', 'Withdrawn', 'A/C No.']
  const amounts: readonly [text: string, amount: string | null][] = [
    ['1,500.00', '1500.00'],
    ['1500', '1500.00'],
    ['KES 0.50', '0.50'],
    ['1500.500', '1500.50'],
    ['', null],
    ['0.00', null],
    ['-5', null],
    ['1,50', null],
    ['1.234', null],
    ['x', null],
  ]
  for (const [text, amount] of amounts)
    it(`reads the amount ${JSON.stringify(text)} as ${amount}`, () => assert.equal(readAmount(text), amount))

  const withSemicolons: readonly [text: string, amount: string | null][] = [
    ['1500,00', '1500.00'],
    ['1.500,5', '1500.50'],
    ['KES 1.500.000', '1500000.00'],
    ['0,50', '0.50'],
    ['1,500.00', '1500.00'],
    ['1500.00', '1500.00'],
    ['1500', '1500.00'],
    ['1500,555', null],
    ['0,00', null],
  ]
  for (const [text, amount] of withSemicolons)
    it(`reads the amount ${text} as ${amount} in a file with semicolons`, () =>
      assert.equal(readAmount(text, ';'), amount))

  for (const text of ['1.250', 'KES 1,250'])
    it(`refuses the amount ${text} in a file with semicolons, because it can mean two amounts`, () =>
      assert.throws(() => readAmount(text, ';'), Failure))

  const times: readonly [text: string, time: string | undefined][] = [
    ['31-12-2026 23:59:59', '2026-12-31T20:59:59.000Z'],
    ['31/12/2026', '2026-12-30T21:00:00.000Z'],
    ['2026-12-31T10:00:00.000Z', '2026-12-31T10:00:00.000Z'],
    ['2026-12-31 10:00:00', '2026-12-31T07:00:00.000Z'],
    ['yesterday', undefined],
    ['31-13-2026 10:00:00', undefined],
  ]
  for (const [text, time] of times)
    it(`reads the time ${text} as ${time}`, () => assert.equal(readTime(text, '+03:00')?.toISOString(), time))

  it('finds the columns of M-Pesa, Paystack and Flutterwave, and given ones', () => {
    assert.deepEqual(
      { ...findColumns(mpesa, {}) },
      { receipt: 0, payment: 6, reference: undefined, amount: 4, currency: undefined, status: 3, time: 1 },
    )
    assert.equal(findColumns(['Id', 'Reference', 'Amount', 'Status', 'Paid At'], {})?.payment, 1)
    assert.equal(findColumns(['id', 'tx_ref', 'flw_ref', 'amount', 'status', 'created_at'], {})?.reference, 2)
    assert.equal(findColumns(['Ref', 'Sum'], { receipt: 'ref', amount: 'SUM' })?.amount, 1)
    for (const other of [['Organisation', 'Shop'], ['Amount'], ['Receipt No.']])
      assert.equal(findColumns(other, {}), null)
  })

  it('skips lines that are no incoming payments', () => {
    const columns = findColumns(mpesa, {}) ?? assert.fail()
    const read = (status: string, paidIn: string) =>
      readLine(['TAB1', '31-12-2026 10:00:00', 'x', status, paidIn, '', '7KQ2M9XDR4TB'], columns, '+03:00')
    assert.deepEqual(
      [
        read('Completed', '1,500.00')?.state,
        read('Failed', '1,500.00')?.state,
        read('Completed', ''),
        read('Draft', '5'),
      ],
      ['paid', 'failed', null, null],
    )
    assert.deepEqual(
      { ...read('Completed', '5'), at: null },
      {
        receipt: 'TAB1',
        paymentId: '7KQ2M9XDR4TB',
        reference: undefined,
        amount: '5.00',
        currency: undefined,
        state: 'paid',
        at: null,
      },
    )
  })
})
