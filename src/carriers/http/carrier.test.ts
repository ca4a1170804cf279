import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { exampleSettings } from '../../../test/http-carrier.ts'
import { type Asked, type Behaviour, password, type Shape, type SmsProvider, startSmsProvider } from '../../../test/sms-provider.ts'
import { until } from '../../../test/world.ts'
import { createClock, type MovableClock } from '../../engine/clock.ts'
import { openOutbound } from '../../engine/outbound/index.ts'
import { type Carrier, CarrierError, type CarrierEvents, type CarrierKind, type Lane, type Receipt, type Submission } from '../carrier.ts'
import { carrierConformance } from '../conformance.ts'
import { urlLengthMax } from '../http-template/send.ts'
import { httpCarriers } from './index.ts'

const outbound = openOutbound({ reach: 'loopback', urlLengthMax })
const secrets = { password }

interface Bench {
  readonly carrier: Carrier
  readonly provider: SmsProvider
  readonly clock: MovableClock
  readonly warnings: object[]
  close(): Promise<void>
}

interface BenchOptions {
  readonly shape?: Shape
  readonly change?: (settings: Record<string, unknown>, provider: SmsProvider) => Record<string, unknown>
  readonly pushAs?: 'json' | 'form' | 'query'
}

/** A carrier by the settings of the documentation, its provider, and where receipts are pushed to: what the route does, without a database. */
async function openBench({ shape = 'json', change = (settings) => settings, pushAs = 'json' }: BenchOptions = {}): Promise<Bench> {
  const clock = createClock()
  const provider = await startSmsProvider(shape, clock)
  const warnings: object[] = []
  const log = { warn: (detail: object) => void warnings.push(detail), info: () => {} }
  const kind = httpCarriers({ clock, send: outbound.send, judge: outbound.judge, publicUrl: null, log })
  const settings = change(exampleSettings(shape, provider), provider)
  await kind.check(settings, Object.keys(secrets))
  const opened = kind.open('example', settings, secrets)
  let events: CarrierEvents | null = null
  const receiver = await startReceiver(kind, settings, clock, (receipt) => events?.receipt(receipt) ?? Promise.reject(new Error('not started')))
  provider.pushTo = { url: receiver.url, as: pushAs }
  const carrier: Carrier = {
    ...opened,
    start(listener) {
      events = listener
      return opened.start(listener)
    },
  }
  return {
    carrier,
    provider,
    clock,
    warnings,
    async close() {
      await carrier.stop()
      await provider.close()
      await receiver.close()
    },
  }
}

async function startReceiver(kind: CarrierKind, settings: unknown, clock: MovableClock, take: (receipt: Receipt) => Promise<void>) {
  const read = kind.openPushes?.(settings) ?? null
  const server = createServer(async (request, response) => {
    const push = { query: (request.url ?? '').split('?')[1] ?? '', body: await text(request) }
    const { receipts = [], answer } = read?.(push, clock.now()) ?? {}
    await Promise.all(receipts.map(take)).then(
      () => response.writeHead(answer?.status ?? 404).end(answer?.body),
      () => response.writeHead(503).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Rates and delays are tried where they belong; here they would only make a thousand messages slow. */
carrierConformance('An HTTP provider', async () => openBench({ change: (settings) => ({ ...settings, window: 50, ratePerSecond: 0 }) }))

/** The provider of this one pushes receipts as well as it can be asked. */
const askable = (settings: Record<string, unknown>, { address }: SmsProvider) => ({
  ...settings,
  ratePerSecond: 0,
  status: {
    url: `${address}/v1/messages/{reference}`,
    headers: { Authorization: 'Bearer {secrets.password}' },
    answer: { state: 'message.status', reason: 'message.cause' },
    states: { delivered: ['Delivered'], undelivered: ['Failed'], pending: ['Sent'] },
    afterSeconds: 0,
  },
})
carrierConformance('An HTTP provider that can be asked', async () => openBench({ change: askable }))

let lastId = 5_000
function message(change: Partial<Submission> = {}): Submission {
  lastId += 1
  const validUntil = new Date(Date.now() + 60.5 * 60_000)
  return { id: lastId, sender: 'INFO', phone: '255712345678', encoding: 'gsm', parts: ['Habari'], lane: 'single', validUntil, ...change }
}

async function failureOf(submit: Promise<unknown>): Promise<{ reason: string; retryable: boolean; away: boolean }> {
  const error = await submit.then(
    () => assert.fail('the message was taken'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof CarrierError, `it threw ${error}`)
  return { reason: error.reason, retryable: error.retryable, away: error.away }
}

describe('A carrier over HTTP', { timeout: 60_000 }, () => {
  after(() => outbound.close())

  /** With a carrier that was started; the receipts and changes it told are counted. */
  async function withBench(options: BenchOptions, tell: (bench: Bench & { receipts: Receipt[]; changes: () => number }) => Promise<void>): Promise<void> {
    const bench = await openBench(options)
    const receipts: Receipt[] = []
    let changes = 0
    try {
      await bench.carrier.start({
        async receipt(receipt) {
          receipts.push(receipt)
        },
        changed() {
          changes += 1
        },
      })
      await tell({ ...bench, receipts, changes: () => changes })
    } finally {
      await bench.close()
    }
  }

  const answering =
    (behaviour: Behaviour) =>
    ({ step }: Asked) =>
      step === 'send' ? behaviour : undefined

  it('puts a message whole into the request, and escapes what stands in it by its place', async () => {
    const parts = ['Habari "Ada" & co\n', 'ünïcode €']
    await withBench({}, async ({ carrier, provider }) => {
      const one = message({ parts, sender: 'A"B' })
      assert.deepEqual(await carrier.submit(one), { references: ['9007199254740994'] })
      const [asked] = provider.asked
      assert.deepEqual([asked?.method, asked?.headers.authorization, asked?.headers['content-type']], ['POST', `Bearer ${password}`, 'application/json'])
      assert.deepEqual(asked?.fields, { to: one.phone, from: 'A"B', text: parts.join(''), ref: String(one.id), ttl: '60' })
    })
    await withBench({ shape: 'text' }, async ({ carrier, provider }) => {
      const one = message({ parts, encoding: 'ucs2' })
      await carrier.submit(one)
      const wanted = { user: 'acme', password, to: `+${one.phone}`, from: 'INFO', text: parts.join(''), coding: '8', ref: String(one.id) }
      assert.deepEqual(provider.asked[0]?.fields, wanted)
    })
  })

  it('has receipts pushed as JSON, as a form, and in the query, and ids of 64 bits stay what they are', async () => {
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

  it('uses our id where the provider has none of its own', async () => {
    const change = (settings: Record<string, unknown>) => ({ ...settings, send: { ...(settings.send as object), answer: {}, states: {} } })
    await withBench({ change }, async ({ carrier }) => {
      const one = message()
      assert.deepEqual(await carrier.submit(one), { references: [String(one.id)] })
    })
  })

  it('asks a provider that pushes nothing', async () => {
    await withBench({ shape: 'text' }, async ({ carrier, clock, provider }) => {
      const ask = async (phone: string) => {
        const { references } = await carrier.submit(message({ phone }))
        const submittedAt = clock.now()
        const states = async () => (await carrier.ask?.({ phone, references, submittedAt }))?.map(({ status, reason }) => [status, reason])
        const early = await states()
        clock.moveForward(20_000)
        return [early, await states()]
      }
      assert.deepEqual((await ask('255712345678'))[1], [['DELIVERED', null]])
      assert.deepEqual((await ask('255710000003'))[1], [['UNDELIVERED', 'absent_subscriber']])
      assert.deepEqual(await ask('255710000004'), [[], []])
      provider.behave = () => ({ body: 'Whatever' })
      await assert.rejects(async () => carrier.ask?.({ phone: '255712345678', references: ['1'], submittedAt: clock.now() }), /nobody knows what the answer/)
    })
  })

  it('asks about nothing that is younger than its settings say', async () => {
    const change = (settings: Record<string, unknown>, provider: SmsProvider) => ({
      ...askable(settings, provider),
      status: { ...askable(settings, provider).status, afterSeconds: 300 },
    })
    await withBench({ change }, async ({ carrier, clock, provider }) => {
      const { references } = await carrier.submit(message())
      const submitted = { phone: '255712345678', references, submittedAt: clock.now() }
      clock.moveForward(299_000)
      assert.deepEqual(await carrier.ask?.(submitted), [])
      clock.moveForward(1_000)
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
    [{ body: '{"message":{"status":"queued"}}' }, { reason: 'bad_answer', retryable: true, away: false }],
    [{ body: '{"message":{"status":"lost","id":1}}' }, { reason: 'bad_answer', retryable: true, away: false }],
    ['half', { reason: 'bad_answer', retryable: true, away: false }],
    ['garbage', { reason: 'bad_answer', retryable: true, away: false }],
    ['endless', { reason: 'bad_answer', retryable: true, away: false }],
    ['reset', { reason: 'no_answer', retryable: true, away: false }],
    ['nothing', { reason: 'no_answer', retryable: true, away: false }],
  ]
  it('makes of every answer, and of none, what it is, and goes on after it', async () => {
    await withBench({ change: (settings) => ({ ...settings, timeoutSeconds: 1 }) }, async ({ carrier, provider, clock }) => {
      for (const [behaviour, failure] of answers) {
        provider.behave = answering(behaviour)
        assert.deepEqual(await failureOf(carrier.submit(message())), failure, JSON.stringify(behaviour))
        provider.behave = () => undefined
        clock.moveForward(60_000)
        assert.ok(carrier.ready())
        await carrier.submit(message())
      }
    })
  })

  it('sends a message whose answer was lost twice more, and then no more', async () => {
    await withBench({}, async ({ carrier, provider, clock }) => {
      provider.behave = answering('reset')
      const one = message()
      const tries: boolean[] = []
      for (const _ of [1, 2, 3]) {
        tries.push((await failureOf(carrier.submit(one))).retryable)
        clock.moveForward(60_000)
      }
      assert.deepEqual(tries, [true, true, false])
    })
  })

  it('leaves a provider alone that does not let it in, longer each time, and begins anew when it is answered', async () => {
    await withBench({}, async ({ carrier, provider, clock, warnings, changes }) => {
      const rests: number[] = []
      for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
        provider.behave = answering({ status: 401, body: '' })
        const before = changes()
        assert.ok((await failureOf(carrier.submit(message()))).away)
        assert.equal(carrier.ready(), false)
        assert.ok(changes() > before, 'that it is away was told')
        const asked = provider.asked.length
        assert.ok((await failureOf(carrier.submit(message()))).away)
        assert.equal(provider.asked.length, asked, 'it is not asked while it rests')
        clock.moveForward(seconds * 1_000 - 500)
        assert.equal(carrier.ready(), false, `after ${seconds} s less a half`)
        clock.moveForward(500)
        assert.ok(carrier.ready())
        rests.push((warnings.at(-1) as { seconds: number }).seconds)
      }
      assert.deepEqual(rests, [1, 2, 4, 8, 16, 32, 60, 60])
      provider.behave = () => undefined
      await carrier.submit(message())
      provider.behave = answering({ status: 429, body: '' })
      await failureOf(carrier.submit(message()))
      assert.equal((warnings.at(-1) as { seconds: number }).seconds, 1)
    })
  })

  it('is away where nobody listens, and where the name is not known', async () => {
    for (const url of ['http://127.0.0.1:1/', 'http://nobody.invalid/']) {
      const kind = httpCarriers({ clock: createClock(), send: outbound.send, judge: async () => ({ ok: true }), publicUrl: null })
      const carrier = kind.open('nowhere', { send: { url } }, {})
      await carrier.start({ receipt: async () => {}, changed: () => {} })
      assert.deepEqual(await failureOf(carrier.submit(message())), { reason: 'carrier_away', retryable: true, away: true })
      assert.equal(carrier.ready(), false)
      await carrier.stop()
    }
  })

  it('waits as long as the provider asks it to', async () => {
    await withBench({}, async ({ carrier, provider, clock }) => {
      for (const [status, header, seconds] of [
        [429, '30', 30],
        [503, '7', 7],
        [429, '100000', 300],
      ] as const) {
        provider.behave = answering({ status, headers: { 'retry-after': header }, body: '' })
        assert.deepEqual(await failureOf(carrier.submit(message())), { reason: 'throttled', retryable: true, away: true })
        clock.moveForward(seconds * 1_000 - 500)
        assert.equal(carrier.ready(), false)
        clock.moveForward(500)
        assert.ok(carrier.ready())
      }
    })
  })

  it('has no more requests under way than its window, keeps a place for PINs, and says when a lane is full', async () => {
    await withBench({ change: (settings) => ({ ...settings, window: 3, ratePerSecond: 20 }) }, async ({ carrier, provider, clock, changes }) => {
      const held = Promise.withResolvers<undefined>()
      provider.behave = () => held.promise
      const submit = (lane: Lane) => carrier.submit(message({ lane }))
      const bulk = Array.from({ length: 110 }, () => submit('bulk'))
      await until('two are under way', () => provider.asked.length === 2)
      assert.deepEqual([carrier.ready('bulk'), carrier.ready('single'), carrier.ready('pin')], [false, true, true])
      const pin = submit('pin')
      await until('the PIN is under way', () => provider.asked.length === 3)
      const before = changes()
      held.resolve(undefined)
      await until('all are sent', () => {
        clock.moveForward(100)
        return provider.asked.length === 111
      })
      await Promise.all([pin, ...bulk])
      assert.ok(changes() > before, 'that there is room again was told')
      assert.equal(provider.busiest, 3)
    })
  })

  it('keeps its rate', async () => {
    await withBench({ change: (settings) => ({ ...settings, window: 100, ratePerSecond: 10 }) }, async ({ carrier, provider, clock }) => {
      const sent = Array.from({ length: 30 }, () => carrier.submit(message({ lane: 'bulk' })))
      await until('the first go', () => provider.asked.length > 0)
      const atOnce = provider.asked.length
      assert.ok(atOnce <= 5, `${atOnce} went at once`)
      await until('they all go, as time does', () => {
        clock.moveForward(100)
        return provider.asked.length === 30
      })
      await Promise.all(sent)
    })
  })

  it('lets what is under way be answered when it is stopped, and gives back what waits', async () => {
    await withBench({ change: (settings) => ({ ...settings, window: 2 }) }, async ({ carrier, provider }) => {
      const held = Promise.withResolvers<undefined>()
      provider.behave = () => held.promise
      const first = carrier.submit(message())
      await until('it is under way', () => provider.asked.length === 1)
      const second = failureOf(carrier.submit(message()))
      const stopped = carrier.stop()
      assert.ok((await second).away)
      held.resolve(undefined)
      assert.equal((await first).references.length, 1)
      await stopped
      assert.equal(provider.asked.length, 1)
    })
  })

  it('refuses for good what can not be put into a request', async () => {
    const inHeader = (settings: Record<string, unknown>) => ({ ...settings, send: { ...(settings.send as object), headers: { 'X-Sender': '{sender}' } } })
    await withBench({ change: inHeader }, async ({ carrier, provider }) => {
      assert.deepEqual(await failureOf(carrier.submit(message({ sender: 'Ünder' }))), { reason: 'unsendable', retryable: false, away: false })
      assert.equal(provider.asked.length, 0)
    })
    const inUrl = (settings: Record<string, unknown>, { address }: SmsProvider) => ({ ...settings, send: { url: `${address}/send?to={phone}&text={text}` } })
    await withBench({ shape: 'text', change: inUrl }, async ({ carrier, provider }) => {
      assert.deepEqual(await failureOf(carrier.submit(message({ parts: ['€'.repeat(1_000)] }))), { reason: 'unsendable', retryable: false, away: false })
      await carrier.submit(message({ parts: ['€'.repeat(600)] }))
      assert.equal(provider.asked[0]?.fields.text, '€'.repeat(600))
    })
  })
})
