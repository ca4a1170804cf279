import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { aggregatorSettings } from '../../../test/aggregators.ts'
import { SettingsProblem } from '../carrier.ts'
import type { Send } from '../http-template/send.ts'
import { ProviderFailure } from '../provider-kind.ts'
import { httpPayments, isSigned } from './http/index.ts'
import { readHttpSettings } from './http/settings.ts'
import { mpesaPayments } from './mpesa/index.ts'
import { readMpesaSettings } from './mpesa/settings.ts'
import { pushBody, readCallback, readKenyanPhone, resultOf } from './mpesa/wire.ts'
import { isSameAmount, minorOf, wholeOf } from './provider.ts'
import { keepToken } from './token.ts'

describe('amounts of payments', () => {
  const amounts: readonly [given: string, unit: 'major' | 'minor', isSame: boolean][] = [
    ['1500.5', 'major', true],
    ['01500.500', 'major', true],
    ['150050', 'minor', true],
    ['150050.00', 'minor', true],
    ['1500', 'major', false],
    ['1500.51', 'major', false],
    ['1500.50', 'minor', false],
    ['-1500.50', 'major', false],
    ['1e3', 'major', false],
    ['', 'major', false],
  ]
  for (const [given, unit, isSame] of amounts)
    it(`${JSON.stringify(given)} ${unit} ${isSame ? 'equals' : 'differs from'} 1500.50`, () =>
      assert.equal(isSameAmount(given, '1500.50', unit), isSame))

  it('are written in hundredths, and as whole numbers without decimals', () => {
    assert.deepEqual(
      [minorOf('1500.50'), minorOf('0.05'), wholeOf('15.00'), wholeOf('15.01')],
      ['150050', '5', '15', null],
    )
  })
})

describe('M-Pesa wire', () => {
  const phones: readonly [typed: string, phone: string | null][] = [
    ['0712 345 678', '254712345678'],
    ['+254 (112) 345-678', '254112345678'],
    ['712345678', '254712345678'],
    ['254712345678', '254712345678'],
    ['255712345678', null],
    ['0212345678', null],
    ['07123456789', null],
    ['', null],
    ['x', null],
  ]
  for (const [typed, phone] of phones)
    it(`reads the number ${JSON.stringify(typed)} as ${phone}`, () => assert.equal(readKenyanPhone(typed), phone))

  it('writes a push with the time of Nairobi and short texts', () => {
    const secrets = ['consumerKey', 'consumerSecret', 'passkey']
    const settings = readMpesaSettings({ shortCode: '174379', type: 'till', tillNumber: '999999' }, secrets)
    const signed = { passkey: 'pass', now: new Date('2026-01-31T22:30:00Z'), callbackUrl: 'https://us.test/x' }
    assert.deepEqual(pushBody(settings, payment, signed), {
      BusinessShortCode: '174379',
      Password: Buffer.from('174379pass20260201013000').toString('base64'),
      Timestamp: '20260201013000',
      TransactionType: 'CustomerBuyGoodsOnline',
      Amount: '1500',
      PartyA: '254712345678',
      PartyB: '999999',
      PhoneNumber: '254712345678',
      CallBackURL: 'https://us.test/x',
      AccountReference: '0123456789AB',
      TransactionDesc: 'Order 17 of a',
    })
    for (const bad of [
      {},
      { shortCode: '1' },
      { shortCode: '174379', baseUrl: 'https://a/b' },
      { shortCode: '174379', x: 1 },
    ])
      assert.throws(() => readMpesaSettings(bad, secrets), SettingsProblem)
    assert.throws(() => readMpesaSettings({ shortCode: '174379' }, ['consumerKey']), SettingsProblem)
  })

  it('reads callbacks and result codes', () => {
    assert.deepEqual(
      [resultOf('0', null)?.state, resultOf('1032', 'Cancelled')?.state, resultOf('4999', null), resultOf('x', null)],
      ['paid', 'failed', null, null],
    )
    const body = (stkCallback: unknown) => ({ Body: { stkCallback } })
    assert.equal(
      readCallback(body({ CheckoutRequestID: 'a', ResultCode: 0, CallbackMetadata: { Item: 'x' } }))?.amount,
      null,
    )
    for (const other of [null, [], {}, body(null), body({ ResultCode: 0 }), body({ CheckoutRequestID: 'a' })])
      assert.equal(readCallback(other), null)
  })
})

describe('settings of payments over HTTP', () => {
  const secrets = ['secretKey', 'secretHash']
  const example = aggregatorSettings('flutterwave')
  const problems: readonly [problem: RegExp, change: Record<string, unknown>][] = [
    [/^method must be/, { method: 'card' }],
    [/^unknown setting typo/, { typo: 1 }],
    [/^start is missing/, { start: undefined }],
    [/redirectOrigins/, { redirectOrigins: undefined }],
    [/redirectOrigins/, { redirectOrigins: ['https://a.test/path'] }],
    [/redirectOrigins/, { redirectOrigins: ['http://a.test'] }],
    [
      /unknown placeholder \{secrets\.other\}/,
      { query: { url: 'https://a.test/{secrets.other}', states: { paid: [1], failed: [2] } } },
    ],
    [/states\.paid is missing/, { query: { url: 'https://a.test/', states: { failed: [2] } } }],
    [/callback\.id or callback\.reference/, { callback: { state: 's' } }],
    [/callback\.signature/, { confirmByQuery: false, callback: { id: 'x' } }],
    [
      /name of a stored secret/,
      { callback: { id: 'x', signature: { header: 'h', algorithm: 'equals', secret: 'no' } } },
    ],
    [
      /states\.missing needs a query with \{id\}/,
      {
        query: {
          url: 'https://a.test/{provider_reference}',
          states: { paid: [1], failed: [2], missing: ['http:404'] },
        },
      },
    ],
    [/query must use \{id\}/, { query: { url: 'https://a.test/', states: { paid: [1], failed: [2] } } }],
    [/believeMissingAfterSeconds/, { believeMissingAfterSeconds: 10 }],
  ]
  for (const [problem, change] of problems)
    it(`refuse ${JSON.stringify(change)}`, () =>
      assert.throws(
        () => readHttpSettings({ ...example, ...change }, secrets),
        (error: unknown) => error instanceof SettingsProblem && problem.test(error.message),
      ))

  it('check signatures over the bytes of the body', () => {
    const body = Buffer.from('{"a":"é"}')
    for (const [algorithm, encoding] of [
      ['hmac-sha256', 'hex'],
      ['hmac-sha512', 'base64'],
    ] as const) {
      const rule = { header: 'x-sign', algorithm, encoding, secret: 'key', prefix: 'v1=' }
      const value = createHmac(algorithm.slice(5), 'hush').update(body).digest(encoding)
      const signed = (sign: string, changed = body) =>
        isSigned(rule, { key: 'hush' }, { headers: { 'x-sign': sign }, body: changed })
      assert.deepEqual(
        [signed(`v1=${value}`), signed(value), signed('v1='), signed(`v1=${value}`, Buffer.from('{}'))],
        [true, false, false, false],
      )
    }
  })
})

it('a payment whose reference was lost is not asked for, and stays unknown', async () => {
  const clock = { now: () => new Date('2030-01-03'), onMove: () => () => {} }
  const send = async () => assert.fail('asked for the payment without a reference')
  const settings = {
    ...aggregatorSettings('flutterwave'),
    callback: null,
    query: { url: 'https://a.test/payments/{provider_reference}', states: { paid: [1], failed: ['http:404'] } },
  }
  const provider = httpPayments({ send, checkUrl: async () => assert.fail(), clock }).open(
    'x',
    settings,
    { secretKey: 'x', secretHash: 'x' },
    null,
  )
  const lost = {
    id: 'a',
    method: 'redirect',
    phone: null,
    amount: '5.00',
    currency: 'KES',
    reference: null,
    startedAt: new Date('2030-01-01'),
  } as const
  await assert.rejects(
    provider.ask(lost),
    (error: unknown) => error instanceof ProviderFailure && error.needsOperator && error.stage === 'unclear',
  )
})

const payment = {
  id: '0123456789AB',
  method: 'prompt',
  amount: '1500.00',
  currency: 'KES',
  payee: 'Shop',
  purpose: 'Order <17> of a long name',
  phone: '254712345678',
  returnUrl: 'https://us.test/',
} as const

it('M-Pesa rejects a payment only with a text that is known', async () => {
  const clock = { now: () => new Date('2030-01-01'), onMove: () => () => {} }
  let errorMessage = ''
  const send: Send = async ({ method }) => ({
    status: method === 'GET' ? 200 : 500,
    headers: {},
    text: JSON.stringify({ access_token: 'x', errorCode: '500.001.1001', errorMessage }),
    isCut: false,
  })
  const provider = mpesaPayments({ send, checkUrl: async () => assert.fail(), clock }).open(
    'x',
    { shortCode: '174379' },
    { consumerKey: 'x', consumerSecret: 'x', passkey: 'x' },
    'https://us.test',
  )
  errorMessage = 'Unable to lock subscriber, a transaction is already in process for the current subscriber'
  assert.equal((await provider.pay(payment)).state, 'failed')
  errorMessage = 'System internal error'
  await assert.rejects(
    provider.pay(payment),
    (error: unknown) => error instanceof ProviderFailure && error.stage === 'unclear',
  )
})

it('a payer is redirected only to a web page of an allowed origin', async () => {
  const clock = { now: () => new Date('2030-01-01'), onMove: () => () => {} }
  let link = ''
  const send = async () => ({
    status: 200,
    headers: {},
    text: JSON.stringify({ status: 'success', data: { link } }),
    isCut: false,
  })
  const provider = httpPayments({ send, checkUrl: async () => assert.fail(), clock }).open(
    'x',
    aggregatorSettings('flutterwave'),
    { secretKey: 'x', secretHash: 'x' },
    null,
  )
  const origin = 'https://checkout.flutterwave.com'
  const links: readonly [link: string, redirectTo: string | null][] = [
    [`${origin}/a b\u0000`, `${origin}/a%20b`],
    [`blob:${origin}/x`, null],
    [`http://checkout.flutterwave.com/`, null],
    [`${origin}.test/`, null],
    [`${origin}/${'x'.repeat(3_000)}`, null],
  ]
  for (const [given, redirectTo] of links) {
    link = given
    const paid = provider.pay(payment)
    if (redirectTo === null) await assert.rejects(paid, ProviderFailure, given.slice(0, 60))
    else assert.deepEqual(await paid, { state: 'pending', reference: null, redirectTo })
  }
})

it('an access token is kept until shortly before its end, and requested once', async () => {
  let now = 0
  let count = 0
  const tokens = keepToken({ now: () => new Date(now), onMove: () => () => {} }, async () => ({
    token: `t${++count}`,
    seconds: 3_600,
  }))
  assert.deepEqual(await Promise.all([tokens.get(), tokens.get()]), ['t1', 't1'])
  now = 3_530_000
  assert.equal(await tokens.get(), 't1')
  now = 3_550_000
  assert.equal(await tokens.get(), 't2')
  tokens.drop('t1')
  assert.equal(await tokens.get(), 't2')
  tokens.drop('t2')
  assert.equal(await tokens.get(), 't3')
})
