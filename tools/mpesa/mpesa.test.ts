import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startReceiver } from '../../test/receiver.ts'
import type { Mpesa, MpesaOptions } from './api.ts'
import { startMpesa } from './mpesa.ts'

async function open(test: TestContext, options: MpesaOptions = {}) {
  let now = new Date('2026-03-01T10:00:00Z')
  const mpesa = await startMpesa({ now: () => now, ...options })
  const receiver = await startReceiver()
  test.after(() => Promise.all([mpesa.close(), receiver.close()]))
  return {
    mpesa,
    move: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
    callbackUrl: `${receiver.url}providers/mpesa/callbacks/${'s'.repeat(30)}`,
    /** Path and body of the callbacks since the last call. */
    taken: () =>
      receiver.received.splice(0).map(({ path, text }) => ({ path, callback: JSON.parse(text).Body.stkCallback })),
  }
}

async function ask(mpesa: Mpesa, path: string, authorization: string, body?: object) {
  const response = await fetch(mpesa.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization, 'content-type': 'application/json', connection: 'close' },
    body: body ? JSON.stringify(body) : undefined,
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const tokenPath = '/oauth/v1/generate?grant_type=client_credentials'
const basicOf = ({ consumerKey, consumerSecret }: Mpesa) => `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}`
const tokenOf = async (mpesa: Mpesa) => `Bearer ${(await ask(mpesa, tokenPath, basicOf(mpesa))).body.access_token}`

function credentialsOf({ shortCode, passkey }: Mpesa) {
  const timestamp = '20260301130000'
  return { BusinessShortCode: shortCode, Password: btoa(shortCode + passkey + timestamp), Timestamp: timestamp }
}

const push = (mpesa: Mpesa, token: string, callbackUrl: string, phone = '254708374149') =>
  ask(mpesa, '/mpesa/stkpush/v1/processrequest', token, {
    ...credentialsOf(mpesa),
    TransactionType: 'CustomerPayBillOnline',
    Amount: 100,
    PartyA: phone,
    PartyB: mpesa.shortCode,
    PhoneNumber: phone,
    CallBackURL: callbackUrl,
    AccountReference: 'order 17',
    TransactionDesc: 'Shoes',
  })
const query = (mpesa: Mpesa, token: string, id: string) =>
  ask(mpesa, '/mpesa/stkpushquery/v1/query', token, { ...credentialsOf(mpesa), CheckoutRequestID: id })

describe('the M-Pesa emulator', () => {
  it('issues tokens for an hour to the right consumer', async (test) => {
    const { mpesa, move, callbackUrl } = await open(test)
    const { body } = await ask(mpesa, tokenPath, basicOf(mpesa))
    assert.deepEqual(Object.keys(body), ['access_token', 'expires_in'])
    assert.equal(body.expires_in, '3599')
    assert.equal((await ask(mpesa, tokenPath, 'Basic eDp5')).body.errorCode, '400.008.01')
    assert.equal((await ask(mpesa, '/oauth/v1/generate', basicOf(mpesa))).body.errorCode, '400.008.02')
    const none = await push(mpesa, '', callbackUrl)
    assert.deepEqual([none.status, none.body.errorCode], [401, '404.001.04'])
    move(3_600_000)
    const late = await push(mpesa, `Bearer ${body.access_token}`, callbackUrl)
    assert.deepEqual(
      [late.status, late.body.errorCode, late.body.errorMessage],
      [404, '404.001.03', 'Invalid Access Token'],
    )
    assert.equal((await ask(mpesa, '/mpesa/other', 'x')).body.errorCode, '404.001.01')
    assert.equal((await ask(mpesa, '/mpesa/stkpush/v1/processrequest', 'x')).body.errorCode, '405.001')
  })

  it('sends the result of a paid push and answers queries', async (test) => {
    const { mpesa, callbackUrl, taken } = await open(test)
    const token = await tokenOf(mpesa)
    const { status, body } = await push(mpesa, token, callbackUrl)
    assert.equal(status, 200)
    assert.equal(body.ResponseCode, '0')
    assert.match(body.CheckoutRequestID, /^ws_CO_01032026130000\d{3}708374149$/)
    await mpesa.idle()
    const [{ callback } = { callback: null }, ...more] = taken()
    const receipt = mpesa.payments[0]?.result?.receipt
    assert.match(receipt ?? '', /^[A-Z0-9]{10}$/)
    assert.deepEqual(callback, {
      MerchantRequestID: body.MerchantRequestID,
      CheckoutRequestID: body.CheckoutRequestID,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      CallbackMetadata: {
        Item: [
          { Name: 'Amount', Value: 100 },
          { Name: 'MpesaReceiptNumber', Value: receipt },
          { Name: 'TransactionDate', Value: 20260301130000 },
          { Name: 'PhoneNumber', Value: 254708374149 },
        ],
      },
    })
    assert.deepEqual(more, [])
    assert.equal((await query(mpesa, token, body.CheckoutRequestID)).body.ResultCode, '0')
    assert.match((await query(mpesa, token, 'ws_CO_other')).body.errorMessage, /Invalid CheckoutRequestID/)
    const [head, row] = mpesa.statement().split('\r\n')
    assert.match(head ?? '', /^Receipt No\.,Completion Time,.*,Paid In,.*,A\/C No\.$/)
    assert.ok(
      row?.startsWith(`${receipt},01-03-2026 13:00:00,`) && row.includes(',100.00,') && row.endsWith(',order 17'),
    )
  })

  it('keeps one prompt open per phone until the person answers', async (test) => {
    const { mpesa, callbackUrl, taken } = await open(test, { payers: 'manual' })
    const token = await tokenOf(mpesa)
    const { body } = await push(mpesa, token, callbackUrl)
    const busy = await push(mpesa, token, callbackUrl)
    assert.deepEqual([busy.status, busy.body.errorCode], [500, '500.001.1001'])
    assert.match(busy.body.errorMessage, /Unable to lock subscriber/)
    const processing = await query(mpesa, token, body.CheckoutRequestID)
    assert.deepEqual([processing.status, processing.body.errorMessage], [500, 'The transaction is being processed'])

    assert.equal(await mpesa.forge('254708374149'), 200)
    assert.match(taken()[0]?.path ?? '', /x{30}$/)
    await mpesa.answer('254708374149', 1032)
    const [{ callback } = { callback: null }] = taken()
    assert.deepEqual(Object.keys(callback), ['MerchantRequestID', 'CheckoutRequestID', 'ResultCode', 'ResultDesc'])
    assert.equal(callback.ResultCode, 1032)
    assert.equal((await query(mpesa, token, body.CheckoutRequestID)).body.ResultCode, '1032')
    assert.equal((await push(mpesa, token, callbackUrl)).status, 200)
  })

  it('simulates faults and can be steered over HTTP', async (test) => {
    const { mpesa, callbackUrl, taken } = await open(test)
    const token = await tokenOf(mpesa)
    const send = () => push(mpesa, token, callbackUrl)
    const results = async () => {
      await mpesa.idle()
      return taken().map(({ callback }) => callback.ResultCode)
    }
    mpesa.fault('rate-limit')
    assert.deepEqual((await send()).status, 429)
    mpesa.fault('error', { on: 'query' })
    assert.equal((await send()).status, 200)
    assert.deepEqual(await results(), [0])
    assert.equal((await query(mpesa, token, mpesa.payments[0]?.checkoutRequestId ?? '')).status, 500)
    mpesa.fault('answer-lost')
    await assert.rejects(send())
    assert.deepEqual(await results(), [0])
    mpesa.fault('callback-first')
    await send()
    assert.equal(taken().length, 1, 'before the answer')
    mpesa.fault('callback-never')
    await send()
    assert.deepEqual(await results(), [])

    await ask(mpesa, '/_emulator/faults', '', { name: 'callback-twice' })
    await ask(mpesa, '/_emulator/payers', '', { phone: '254708374149', outcome: 2001 })
    await send()
    assert.deepEqual(await results(), [2001, 2001])
    await ask(mpesa, '/_emulator/payers', '', { phone: '254708374149', outcome: 'waits' })
    await send()
    assert.equal((await ask(mpesa, '/_emulator/answer', '', { phone: '254708374149' })).body.result.code, 0)
    assert.match((await ask(mpesa, '/_emulator/answer', '', { phone: '254708374149' })).body.message, /no open prompt/)
    const csv = await fetch(`${mpesa.url}/_emulator/statement.csv`, { headers: { connection: 'close' } })
    assert.equal(await csv.text(), mpesa.statement())
  })
})
