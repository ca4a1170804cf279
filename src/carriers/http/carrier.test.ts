import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { carrierConformance } from '../../../test/carrier-conformance.ts'
import { answering, failureOf, message, openBench, withBench } from '../../../test/http-carrier.ts'
import { type Behaviour, password, type SmsProvider } from '../../../test/sms-provider.ts'
import { until } from '../../../test/world.ts'

/** Rates and delays have their own tests; here they would only slow down a thousand messages. */
carrierConformance('An HTTP provider', async () =>
  openBench({ change: (settings) => ({ ...settings, window: 50, ratePerSecond: 0, timeoutSeconds: 60 }) }),
)

/** The provider of this carrier pushes receipts and answers status requests. */
const askable = (settings: Record<string, unknown>, { address }: SmsProvider) => ({
  ...settings,
  ratePerSecond: 0,
  timeoutSeconds: 60,
  status: {
    url: `${address}/v1/messages/{reference}`,
    headers: { Authorization: 'Bearer {secrets.password}' },
    answer: { state: 'message.status', reason: 'message.cause' },
    states: { delivered: ['Delivered'], undelivered: ['Failed'], pending: ['Sent'] },
    afterSeconds: 0,
  },
})
carrierConformance('An HTTP provider that can be asked', async () => openBench({ change: askable }))

describe('an HTTP carrier', () => {
  it('puts a message into the request, escaped for its context', async () => {
    const parts = ['Habari "Ada" & co\n', 'ünïcode €']
    await withBench({}, async ({ carrier, provider }) => {
      const one = message({ parts, sender: 'A"B' })
      assert.deepEqual(await carrier.submit(one), { references: ['9007199254740994'] })
      const [asked] = provider.asked
      assert.deepEqual(
        [asked?.method, asked?.headers.authorization, asked?.headers['content-type']],
        ['POST', `Bearer ${password}`, 'application/json'],
      )
      assert.deepEqual(asked?.fields, {
        to: one.phone,
        from: 'A"B',
        text: parts.join(''),
        ref: String(one.id),
        ttl: '60',
      })
    })
    await withBench({ shape: 'text' }, async ({ carrier, provider }) => {
      const one = message({ parts, encoding: 'ucs2' })
      await carrier.submit(one)
      const wanted = {
        user: 'acme',
        password,
        to: `+${one.phone}`,
        from: 'INFO',
        text: parts.join(''),
        coding: '8',
        ref: String(one.id),
      }
      assert.deepEqual(provider.asked[0]?.fields, wanted)
    })
  })

  it('reads pushed receipts from JSON, forms and queries, and keeps 64-bit ids exact', async () => {
    for (const pushAs of ['json', 'form', 'query'] as const) {
      const change = (settings: Record<string, unknown>) => ({
        ...settings,
        receipts: { ...(settings.receipts as object), from: pushAs, ...(pushAs === 'json' ? {} : { list: '' }) },
      })
      await withBench({ pushAs, change }, async ({ carrier, provider, receipts }) => {
        const { references } = await carrier.submit(message({ phone: '255710000003' }))
        await until('the receipt has come', () => provider.pushes.length > 0)
        assert.deepEqual(provider.pushes, [{ status: 200, body: 'OK' }])
        assert.deepEqual(
          receipts.map(({ at: _, ...rest }) => rest),
          [{ reference: references[0], status: 'UNDELIVERED', reason: 'absent_subscriber' }],
        )
      })
    }
  })

  it('uses our id when the provider has none', async () => {
    const change = (settings: Record<string, unknown>) => ({
      ...settings,
      send: { ...(settings.send as object), answer: {}, states: {} },
    })
    await withBench({ change }, async ({ carrier }) => {
      const one = message()
      assert.deepEqual(await carrier.submit(one), { references: [String(one.id)] })
    })
  })

  it('accepts a response without a reference, and logs it once a minute', async () => {
    const change = (settings: Record<string, unknown>) => ({
      ...settings,
      send: { ...(settings.send as object), answer: { reference: 'wrong.path', state: 'message.status' } },
    })
    await withBench({ change }, async ({ carrier, clock, warnings }) => {
      for (const _ of [1, 2, 3]) assert.deepEqual(await carrier.submit(message()), { references: [] })
      assert.equal(warnings.length, 1)
      assert.equal((warnings[0] as { path: string }).path, 'wrong.path')
      clock.moveForward(60_000)
      await carrier.submit(message())
      assert.equal(warnings.length, 2)
    })
  })

  it('requests statuses from a provider that pushes none', async () => {
    await withBench({ shape: 'text' }, async ({ carrier, clock, provider }) => {
      const ask = async (phone: string) => {
        const { references } = await carrier.submit(message({ phone }))
        const submittedAt = clock.now()
        const states = async () =>
          (await carrier.ask?.({ phone, references, submittedAt }))?.map(({ status, reason }) => [status, reason])
        const early = await states()
        clock.moveForward(20_000)
        return [early, await states()]
      }
      assert.deepEqual((await ask('255712345678'))[1], [['DELIVERED', null]])
      assert.deepEqual((await ask('255710000003'))[1], [['UNDELIVERED', 'absent_subscriber']])
      assert.deepEqual(await ask('255710000004'), [[], []])
      provider.behave = () => ({ body: 'Whatever' })
      await assert.rejects(
        async () => carrier.ask?.({ phone: '255712345678', references: ['1'], submittedAt: clock.now() }),
        /unknown response to a status request/,
      )
    })
  })

  it('does not request the status of messages that are too young', async () => {
    const change = (settings: Record<string, unknown>, provider: SmsProvider) => ({
      ...askable(settings, provider),
      status: { ...askable(settings, provider).status, afterSeconds: 300 },
    })
    await withBench({ change }, async ({ carrier, clock, provider }) => {
      const { references } = await carrier.submit(message())
      const submitted = { phone: '255712345678', references, submittedAt: clock.now() }
      clock.moveForward(290_000)
      assert.deepEqual(await carrier.ask?.(submitted), [])
      clock.moveForward(10_000)
      assert.equal((await carrier.ask?.(submitted))?.length, 1)
      assert.equal(provider.asked.filter(({ step }) => step === 'status').length, 1)
    })
  })

  const answers: readonly [Behaviour, { reason: string; retryable: boolean; away: boolean }][] = [
    [
      { status: 400, body: '{"error":{"code":"SenderNotAllowed"}}' },
      { reason: 'sender_not_allowed', retryable: false, away: false },
    ],
    [
      { status: 422, body: '' },
      { reason: 'http_422', retryable: false, away: false },
    ],
    [
      { status: 500, body: 'oops' },
      { reason: 'http_500', retryable: true, away: false },
    ],
    [
      { status: 502, body: '<html>' },
      { reason: 'bad_answer', retryable: true, away: false },
    ],
    [
      { status: 504, body: '' },
      { reason: 'bad_answer', retryable: true, away: false },
    ],
    [
      { status: 408, body: '' },
      { reason: 'http_408', retryable: true, away: false },
    ],
    [
      { status: 401, body: '' },
      { reason: 'carrier_away', retryable: true, away: true },
    ],
    [
      { status: 429, body: '' },
      { reason: 'throttled', retryable: true, away: true },
    ],
    [
      { status: 302, headers: { location: '/' }, body: '' },
      { reason: 'bad_answer', retryable: true, away: false },
    ],
    [{ body: '' }, { reason: 'bad_answer', retryable: true, away: false }],
    [{ body: '<html>' }, { reason: 'bad_answer', retryable: true, away: false }],
    [{ body: '{"message":{"status":"lost","id":1}}' }, { reason: 'bad_answer', retryable: true, away: false }],
    ['half', { reason: 'bad_answer', retryable: true, away: false }],
    ['garbage', { reason: 'bad_answer', retryable: true, away: false }],
    ['endless', { reason: 'bad_answer', retryable: true, away: false }],
    ['reset', { reason: 'no_answer', retryable: true, away: false }],
    ['nothing', { reason: 'no_answer', retryable: true, away: false }],
  ]
  it('handles every kind of response, and continues after it', async () => {
    await withBench(
      { change: (settings) => ({ ...settings, timeoutSeconds: 3 }) },
      async ({ carrier, provider, clock }) => {
        for (const [behaviour, failure] of answers) {
          provider.behave = answering(behaviour)
          assert.deepEqual(await failureOf(carrier.submit(message())), failure, JSON.stringify(behaviour))
          provider.behave = () => undefined
          clock.moveForward(60_000)
          assert.ok(carrier.ready())
          await carrier.submit(message())
        }
      },
    )
  })

  it('sends a message with a lost response twice more at most, also behind a proxy', async () => {
    await withBench({}, async ({ carrier, provider, clock }) => {
      for (const behaviour of ['reset', { status: 502, body: '' }, { status: 504, body: '' }] as const) {
        provider.behave = answering(behaviour)
        const one = message()
        const tries: boolean[] = []
        for (const _ of [1, 2, 3]) {
          tries.push((await failureOf(carrier.submit(one))).retryable)
          clock.moveForward(60_000)
        }
        assert.deepEqual(tries, [true, true, false], JSON.stringify(behaviour))
      }
    })
  })

  it('sends a flash message as text, and rejects a binary one', async () => {
    await withBench({}, async ({ carrier, provider }) => {
      await carrier.submit(message({ messageClass: 0, priority: 3 }))
      assert.equal(provider.asked.length, 1)
      const binary = message({ parts: ['00ff'], binary: { dataCoding: 4, hasHeader: false } })
      assert.deepEqual(await failureOf(carrier.submit(binary)), {
        reason: 'binary_not_supported',
        retryable: false,
        away: false,
      })
      assert.equal(provider.asked.length, 1)
    })
  })

  it('rejects a message that cannot be put into a request', async () => {
    const inHeader = (settings: Record<string, unknown>) => ({
      ...settings,
      send: { ...(settings.send as object), headers: { 'X-Sender': '{sender}' } },
    })
    await withBench({ change: inHeader }, async ({ carrier, provider }) => {
      assert.deepEqual(await failureOf(carrier.submit(message({ sender: 'Ünder' }))), {
        reason: 'unsendable',
        retryable: false,
        away: false,
      })
      assert.equal(provider.asked.length, 0)
    })
    const inUrl = (settings: Record<string, unknown>, { address }: SmsProvider) => ({
      ...settings,
      send: { url: `${address}/send?to={phone}&text={text}` },
    })
    await withBench({ shape: 'text', change: inUrl }, async ({ carrier, provider }) => {
      assert.deepEqual(await failureOf(carrier.submit(message({ parts: ['€'.repeat(1_000)] }))), {
        reason: 'unsendable',
        retryable: false,
        away: false,
      })
      await carrier.submit(message({ parts: ['€'.repeat(600)] }))
      assert.equal(provider.asked[0]?.fields.text, '€'.repeat(600))
    })
  })
})
