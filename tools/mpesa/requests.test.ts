import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DarajaProblem } from './errors.ts'
import { outcomeOf, ruleResult } from './payments.ts'
import { checkPush, checkQuery, type Merchant } from './requests.ts'

const merchant: Merchant = { shortCode: '174379', passkey: 'key', till: '600000' }
const timestamp = '20260301130000'
const base = {
  BusinessShortCode: '174379',
  Password: Buffer.from(`174379key${timestamp}`).toString('base64'),
  Timestamp: timestamp,
}
const push = {
  ...base,
  TransactionType: 'CustomerPayBillOnline',
  Amount: '100',
  PartyA: '254708374149',
  PartyB: '174379',
  PhoneNumber: '254708374149',
  CallBackURL: 'https://ngoma.example/providers/mpesa/callbacks/x',
  AccountReference: 'order 17',
  TransactionDesc: 'Shoes',
}

const refused: readonly (readonly [fields: Record<string, unknown>, message: RegExp])[] = [
  [{ BusinessShortCode: undefined }, /Invalid BusinessShortCode/],
  [{ BusinessShortCode: '999999' }, /Merchant does not exist/],
  [{ Timestamp: '2026-03-01 13:00' }, /Invalid Timestamp/],
  [{ Timestamp: '20260231130000' }, /Invalid Timestamp/],
  [{ Timestamp: '20260301130001' }, /Wrong credentials/],
  [{ Password: undefined }, /Invalid Password/],
  [{ Password: Buffer.from(`174379other${timestamp}`).toString('base64') }, /Wrong credentials/],
  [{ TransactionType: 'PayBill' }, /Invalid TransactionType/],
  [{ Amount: '0' }, /Invalid Amount/],
  [{ Amount: '10.50' }, /Invalid Amount/],
  [{ Amount: 10.5 }, /Invalid Amount/],
  [{ PhoneNumber: '0708374149' }, /Invalid PhoneNumber/],
  [{ PhoneNumber: '+254708374149' }, /Invalid PhoneNumber/],
  [{ PhoneNumber: '255708374149' }, /Invalid PhoneNumber/],
  [{ PartyA: '254708374140' }, /Invalid PartyA/],
  [{ PartyB: 'till' }, /Invalid PartyB/],
  [{ CallBackURL: 'http://ngoma.example/' }, /Invalid CallBackURL/],
  [{ CallBackURL: 'ngoma.example' }, /Invalid CallBackURL/],
  [{ AccountReference: 'thirteen char' }, /Invalid AccountReference/],
  [{ AccountReference: '' }, /Invalid AccountReference/],
  [{ TransactionDesc: 'fourteen chars' }, /Invalid TransactionDesc/],
  [{ Remarks: 'x' }, /Invalid Remarks/],
]

describe('requests to the M-Pesa emulator', () => {
  it('accepts documented pushes, with numbers as numbers or texts', () => {
    assert.equal(checkPush(push, merchant).amount, 100)
    const { TransactionDesc: _, ...without } = push
    const numbers = {
      ...without,
      BusinessShortCode: 174379,
      Amount: 1,
      PartyA: 254708374149,
      PhoneNumber: 254708374149,
    }
    assert.equal(checkPush(numbers, merchant).description, '')
    assert.equal(checkPush({ ...push, CallBackURL: 'http://127.0.0.1:80/x' }, merchant).phone, '254708374149')
  })

  it('refuses every other push and names the field', () => {
    for (const [fields, message] of refused) {
      const body = JSON.parse(JSON.stringify({ ...push, ...fields }))
      assert.throws(
        () => checkPush(body, merchant),
        (error) => error instanceof DarajaProblem && message.test(error.message) && error.status !== 200,
        message.source,
      )
    }
    assert.throws(() => checkPush(null, merchant), DarajaProblem)
  })

  it('checks queries', () => {
    assert.equal(checkQuery({ ...base, CheckoutRequestID: 'ws_CO_1' }, merchant), 'ws_CO_1')
    assert.throws(() => checkQuery({ ...base, CheckoutRequestID: '' }, merchant), /Invalid CheckoutRequestID/)
    assert.throws(() => checkQuery({ ...base, CheckoutRequestID: 'x', Amount: 1 }, merchant), /Invalid Amount/)
  })

  it('decides by the number, the receiver and the amount', () => {
    const outcomes = ['254708371032', '254708371037', '254708370001', '254708372001', '254708379999', '254708374149']
    assert.deepEqual(outcomes.map(outcomeOf), [1032, 1037, 1, 2001, 'waits', 0])
    const parsed = checkPush(push, merchant)
    assert.equal(ruleResult(parsed, merchant), null)
    assert.equal(ruleResult({ ...parsed, partyB: '600000' }, merchant), 2028)
    const till = { ...parsed, transactionType: 'CustomerBuyGoodsOnline', partyB: '600000' } as const
    assert.equal(ruleResult(till, merchant), null)
    assert.equal(ruleResult({ ...parsed, amount: 250_001 }, merchant), 3)
  })
})
