/** An HTTP carrier with the settings of the documentation, and a local provider. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Carrier, CarrierEvents, CarrierKind, Receipt, Submission } from '../src/carriers/carrier.ts'
import { httpCarriers } from '../src/carriers/http/index.ts'
import { urlLengthMax } from '../src/carriers/http-template/send.ts'
import { ProviderFailure } from '../src/carriers/provider-kind.ts'
import { createClock, type MovableClock } from '../src/engine/clock.ts'
import { openOutbound } from '../src/engine/outbound/index.ts'
import { type Asked, type Behaviour, password, type Shape, type SmsProvider, startSmsProvider } from './sms-provider.ts'

export const exampleFiles: Readonly<Record<Shape, string>> = {
  json: 'http-carrier-json.json',
  text: 'http-carrier-polled.json',
}

export const readExample = (shape: Shape) =>
  readFileSync(new URL(`../docs/examples/${exampleFiles[shape]}`, import.meta.url), 'utf8')

export function exampleSettings(shape: Shape, { address }: Pick<SmsProvider, 'address'>): Record<string, unknown> {
  return JSON.parse(readExample(shape).replaceAll(/https:\/\/[a-z]+\.provider\.example/g, address))
}

const secrets = { password }
/** Long, so that a busy machine does not return messages because of their wait. */
const maxWaitMs = 60_000

export interface Bench {
  readonly carrier: Carrier
  readonly provider: SmsProvider
  readonly clock: MovableClock
  readonly warnings: object[]
  close(): Promise<void>
}

export interface BenchOptions {
  readonly shape?: Shape
  readonly change?: (settings: Record<string, unknown>, provider: SmsProvider) => Record<string, unknown>
  readonly pushAs?: 'json' | 'form' | 'query'
  readonly clock?: MovableClock
}

/** Opens a carrier with the documented settings, its provider and a receiver for pushed receipts, without a database. */
export async function openBench({
  shape = 'json',
  change = (settings) => settings,
  pushAs = 'json',
  clock = createClock(),
}: BenchOptions = {}): Promise<Bench> {
  const provider = await startSmsProvider(shape, clock)
  const warnings: object[] = []
  const log = { warn: (detail: object) => void warnings.push(detail) }
  const outbound = openOutbound({ reach: 'loopback', urlLengthMax })
  const kind = httpCarriers({
    clock,
    send: outbound.send,
    checkUrl: outbound.checkUrl,
    publicUrl: null,
    log,
    maxWaitMs,
  })
  const settings = change(exampleSettings(shape, provider), provider)
  await kind.check(settings, Object.keys(secrets))
  const opened = kind.open('example', settings, secrets)
  let events: CarrierEvents | null = null
  const receiver = await startReceiver(
    kind,
    settings,
    clock,
    (receipt) => events?.receipt(receipt) ?? Promise.reject(new Error('not started')),
  )
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
      await outbound.close()
    },
  }
}

async function startReceiver(
  kind: CarrierKind,
  settings: unknown,
  clock: MovableClock,
  take: (receipt: Receipt) => Promise<void>,
) {
  const read = kind.openPushes?.(settings).receipts ?? null
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

let lastId = 5_000
export function message(change: Partial<Submission> = {}): Submission {
  lastId += 1
  const validUntil = new Date(Date.now() + 60.5 * 60_000)
  return {
    id: lastId,
    sender: 'INFO',
    phone: '255712345678',
    encoding: 'gsm',
    parts: ['Habari'],
    lane: 'single',
    validUntil,
    ...change,
  }
}

export async function failureOf(
  submit: Promise<unknown>,
): Promise<{ reason: string; retryable: boolean; away: boolean }> {
  const error = await submit.then(
    () => assert.fail('the message was taken'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderFailure, `unexpected error ${error}`)
  return { reason: error.reason, retryable: error.retryable, away: error.away }
}

/** Starts the carrier and collects its receipts and events. Accepted messages count as stored at once. */
export async function withBench(
  options: BenchOptions,
  tell: (bench: Bench & { receipts: Receipt[]; changes: () => number; throttles: () => number }) => Promise<void>,
): Promise<void> {
  const bench = await openBench(options)
  const receipts: Receipt[] = []
  let changes = 0
  let throttles = 0
  const carrier: Carrier = {
    ...bench.carrier,
    async submit(submission) {
      const { references, written } = await bench.carrier.submit(submission)
      written?.()
      return { references }
    },
  }
  try {
    await bench.carrier.start({
      async receipt(receipt) {
        receipts.push(receipt)
      },
      async message() {},
      changed() {
        changes += 1
      },
      throttled() {
        throttles += 1
      },
      lost() {},
    })
    await tell({ ...bench, carrier, receipts, changes: () => changes, throttles: () => throttles })
  } finally {
    await bench.close()
  }
}

/** Applies to messages only; status requests are answered as usual. */
export const answering =
  (behaviour: Behaviour) =>
  ({ step }: Asked) =>
    step === 'send' ? behaviour : undefined
