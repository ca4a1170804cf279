import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { command } from '../../../test/console/people.ts'
import { schemaErrorsOf } from '../../../test/documented.ts'
import { addEndpoint } from '../../../test/webhooks.ts'
import { basic, onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import { callbackBodies, type EventKind, eventKinds } from '../../contract/callbacks.ts'
import { createKey } from '../accounts/index.ts'
import {
  airtimeBody,
  chatBody,
  chatStatusBody,
  checkoutBody,
  deliveryReportBody,
  deliveryReportJson,
  disbursed,
  inboundSmsBody,
  withFlatArgs,
  withStringIds,
} from './bodies.ts'
import { sampleBody } from './samples.ts'
import { insertEvents } from './store-events.ts'

const at = new Date('2030-01-31T08:00:00.250Z')
const phone = '255712345678'
const odd = 'a "quoted" \\ line\nand\ttab\u0001\u007f 😀 \u2028é'
const oddJson = '"a \\"quoted\\" \\\\ line\\nand\\ttab\\u0001\u007f 😀 \u2028é"'

const transfer = { id: 1_000_000, at, phone, amountText: '0500.5', referenceId: 'order-1' }
const payment = { amountText: '1500', referenceNumber: 'order-1', at, transactionId: 'payment-1' }
const incoming = { from: phone, to: 'INFO', at, transactionId: '7', text: 'Hello' }

/** The exact bytes that clients have always received. */
const written: readonly [title: string, event: EventKind, body: unknown, text: string][] = [
  [
    'a paid transfer',
    'airtime',
    airtimeBody({ ...disbursed, ...transfer }),
    `{"code":100,"message":"Disbursement successful","args":{"timestamp":"2030-01-31T08:00:00.250Z","transaction_id":"1000000","amount":"0500.5","dest_addr":"255712345678","reference_id":"order-1"}}`,
  ],
  [
    'a failed transfer with flat args',
    'airtime',
    withFlatArgs(airtimeBody({ ...transfer, code: 101, message: odd, referenceId: odd })),
    `{"code":101,"message":${oddJson},"args":{"timestamp":"2030-01-31T08:00:00.250Z","transaction_id":"1000000","amount":"0500.5","dest_addr":"255712345678","reference_id":${oddJson}},"timestamp":"2030-01-31T08:00:00.250Z","transaction_id":"1000000","amount":500.5,"dest_addr":"255712345678","reference_id":${oddJson}}`,
  ],
  [
    'a paid checkout',
    'checkout',
    checkoutBody({ ...payment, isPaid: true, phone }),
    `{"amount":"1500","referenceNumber":"order-1","status":"success","timestamp":"2030-01-31T08:00:00.250Z","transactionID":"payment-1","msisdn":"255712345678"}`,
  ],
  [
    'an unpaid checkout without a number',
    'checkout',
    checkoutBody({ ...payment, isPaid: false, phone: null, referenceNumber: odd, transactionId: odd }),
    `{"amount":"1500","referenceNumber":${oddJson},"status":"failed","timestamp":"2030-01-31T08:00:00.250Z","transactionID":${oddJson},"msisdn":""}`,
  ],
  [
    'an incoming SMS',
    'inbound-sms',
    inboundSmsBody(incoming),
    `{"from":"255712345678","to":"INFO","channel":"sms","timeUTC":"2030-01-31T08:00:00.250Z","transaction_id":"7","message":{"text":"Hello","media":{},"custom":{}},"billing":{}}`,
  ],
  [
    'a chat message that answers no transaction',
    'chat',
    chatBody({ ...incoming, to: odd, channel: 'whatsapp', transactionId: '', text: odd }),
    `{"from":"255712345678","to":${oddJson},"channel":"whatsapp","timeUTC":"2030-01-31T08:00:00.250Z","transaction_id":"","message":{"text":${oddJson}},"text":${oddJson},"message_type":"text"}`,
  ],
  [
    'a chat message that failed',
    'chat-status',
    chatStatusBody({
      ...incoming,
      id: 42,
      from: 'INFO',
      to: phone,
      channel: 'whatsapp',
      status: 'failed',
      reason: odd,
    }),
    `{"from":"INFO","to":"255712345678","channel":"whatsapp","transaction_id":"7","status":"failed","timestamp":"2030-01-31T08:00:00.250Z","message_id":"42","destination":"255712345678","reason":${oddJson}}`,
  ],
]

const samples: Readonly<Record<EventKind, string>> = {
  airtime: `{"code":100,"message":"Disbursement successful","args":{"timestamp":"2030-01-31T08:00:00.250Z","transaction_id":"0","amount":"500.00","dest_addr":"255700000001","reference_id":"test"}}`,
  checkout: `{"amount":"500.00","referenceNumber":"test","status":"success","timestamp":"2030-01-31T08:00:00.250Z","transactionID":"test","msisdn":"255700000001"}`,
  'delivery-report': `{"request_id":"0","recipient_id":1,"dest_addr":"255700000001","status":"DELIVERED","Status":"DELIVERED"}`,
  'inbound-sms': `{"from":"255700000001","to":"INFO","channel":"sms","timeUTC":"2030-01-31T08:00:00.250Z","transaction_id":"0","message":{"text":"Hello","media":{},"custom":{}},"billing":{}}`,
  chat: `{"from":"255700000001","to":"INFO","channel":"chat","timeUTC":"2030-01-31T08:00:00.250Z","transaction_id":"0","message":{"text":"Hello"},"text":"Hello","message_type":"text"}`,
  'chat-status': `{"from":"INFO","to":"255700000001","channel":"chat","transaction_id":"test","status":"delivered","timestamp":"2030-01-31T08:00:00.250Z","message_id":"0","destination":"255700000001"}`,
}

/** A stored recipient_id and its value in the report. */
const recipientIds: readonly [stored: string, json: string][] = [
  ['0', '0'],
  ['1', '1'],
  ['-7', '-7'],
  ['999999999999999', '999999999999999'],
  ['1000000000000000', '1000000000000000'],
  ['9007199254740991', '9007199254740991'],
  ['-9007199254740991', '-9007199254740991'],
  ['9007199254740992', '"9007199254740992"'],
  ['-9007199254740992', '"-9007199254740992"'],
  ['9999999999999999', '"9999999999999999"'],
  ['12345678901234567890123456789012345678901234567890', '"12345678901234567890123456789012345678901234567890"'],
  ['-0', '"-0"'],
  ['007', '"007"'],
  ['+7', '"+7"'],
  ['1.0', '"1.0"'],
  ['1e3', '"1e3"'],
  ['0x10', '"0x10"'],
  ['', '""'],
  [' 7', '" 7"'],
  ['7\n', '"7\\n"'],
  ['٧', '"٧"'],
  ['null', '"null"'],
  ['</script>', '"</script>"'],
  ['\b\f\r\u001f', '"\\b\\f\\r\\u001f"'],
  [odd, oddJson],
]

type Outcome = Pick<Parameters<typeof deliveryReportBody>[0], 'status' | 'reason' | 'reasonText'>
const delivered = { status: 'DELIVERED', reason: null, reasonText: null } as const
const outcomes: readonly Outcome[] = [
  delivered,
  { status: 'UNDELIVERED', reason: 'absent_subscriber', reasonText: 'The phone could not be reached.' },
  { status: 'UNDELIVERED', reason: odd, reasonText: odd },
]
const reportText = (requestId: string, id: string, { status, reason, reasonText }: Outcome) =>
  `{"request_id":"${requestId}","recipient_id":${id},"dest_addr":"${phone}","status":"${status}","Status":"${status}"${
    reason === null ? '' : `,"reason":${JSON.stringify(reason)},"reason_text":${JSON.stringify(reasonText)}`
  }}`

function assertFits(event: EventKind, text: string): void {
  assert.equal(schemaErrorsOf(callbackBodies[event], JSON.parse(text)), null, text)
}

describe('callback bodies', () => {
  for (const [title, event, body, text] of written)
    it(`keep their exact bytes and match the contract: ${title}`, () => {
      assert.equal(JSON.stringify(body), text)
      assertFits(event, text)
    })

  for (const event of eventKinds)
    it(`keep the exact bytes of a test event: ${event}`, () =>
      assert.equal(JSON.stringify(sampleBody(event, at)), samples[event]))

  for (const [stored, json] of recipientIds)
    it(`report recipient_id ${JSON.stringify(stored)} as ${json}`, () => {
      for (const outcome of outcomes) {
        const text = JSON.stringify(
          deliveryReportBody({ requestId: 1_000_000, recipientId: stored, phone, ...outcome }),
        )
        assert.equal(text, reportText('1000000', json, outcome))
        assertFits('delivery-report', text)
        const strings = JSON.stringify(withStringIds(JSON.parse(text)))
        assert.equal(strings, reportText('1000000', JSON.stringify(stored), outcome))
        assertFits('delivery-report', strings)
      }
    })
})

onOneEngine('stored callback bodies', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { startAt: at })
  })
  after(() => world.close())

  const bodiesOf = async (endpointId: number) => {
    const { rows } = await sql<{ body: string }>`
      select body from webhook_events where endpoint_id = ${endpointId} order by id
    `.execute(world.db)
    return rows.map(({ body }) => body)
  }

  /** Disabled, so that its events stay pending. */
  async function addSilentEndpoint(event: EventKind, change: Record<string, unknown> = {}): Promise<number> {
    const { id } = await addEndpoint(world, event, `http://127.0.0.1:9/${event}`, change)
    await command(world, 'PUT', `/accounts/1/webhooks/${id}`, { enabled: false })
    return id
  }

  /** Delivery reports built in SQL from stored recipient ids. */
  async function reportsOf(
    ids: readonly string[],
    { status, reason, reasonText }: Outcome,
    hasStringIds = false,
  ): Promise<string[]> {
    const { rows } = await sql<{ body: string }>`
      select ${deliveryReportJson(sql`m`, hasStringIds)} as body
        from (select 1000000::bigint as request_id, v.id as recipient_id, ${phone}::text as phone, ${status}::text as status,
                     ${reason}::text as reason, ${reasonText}::text as reason_text, v.place
                from unnest(${[...ids]}::text[]) with ordinality as v(id, place)) m
       order by m.place
    `.execute(world.db)
    return rows.map(({ body }) => body)
  }

  it('are identical from SQL and from the builder for every status and recipient_id', async () => {
    for (const outcome of outcomes)
      assert.deepEqual(
        await reportsOf(
          recipientIds.map(([stored]) => stored),
          outcome,
        ),
        recipientIds.map(([, json]) => reportText('1000000', json, outcome)),
      )
  })

  it('are identical from SQL and from the builder for any text', async () => {
    const storable = fc
      .oneof(
        fc.string({ unit: 'binary', maxLength: 64 }),
        fc.maxSafeInteger().map(String),
        fc.bigInt().map(String),
        fc.stringMatching(/^-?[0-9]{1,20}$/),
      )
      .filter((text) => text.isWellFormed() && !text.includes('\0'))
    await fc.assert(
      fc.asyncProperty(fc.array(storable, { minLength: 200, maxLength: 200 }), async (ids) => {
        const bodies = ids.map((recipientId) =>
          deliveryReportBody({ requestId: 1_000_000, recipientId, phone, ...delivered }),
        )
        assert.deepEqual(
          await reportsOf(ids, delivered),
          bodies.map((body) => JSON.stringify(body)),
        )
        assert.deepEqual(
          await reportsOf(ids, delivered, true),
          bodies.map((body) => JSON.stringify(withStringIds(body))),
        )
      }),
      { numRuns: 20 },
    )
  })

  it('are stored unchanged, whatever the text', async () => {
    for (const event of eventKinds) {
      const ofEvent = written.filter(([, kind]) => kind === event)
      if (ofEvent.length === 0) continue
      const id = await addSilentEndpoint(event)
      await world.db.transaction((tx) =>
        insertEvents(
          tx,
          event,
          ofEvent.map(([, , body]) => ({ accountId: 1, body: JSON.stringify(body), variantBody: null, headers: null })),
          at,
        ),
      )
      assert.deepEqual(
        await bodiesOf(id),
        ofEvent.map(([, , , text]) => text),
      )
    }
  })

  it('report sent and cancelled messages of a lenient client, with string ids where enabled', async () => {
    const id = await addSilentEndpoint('delivery-report')
    const strings = await addSilentEndpoint('delivery-report', { stringIds: true, flatArgs: true })
    const { apiKey, secret } = await world.db.transaction((tx) => createKey(tx, 1, 'lenient', at, { lenient: true }))
    const headers = { authorization: basic(apiKey, secret) }
    const ids: readonly [sent: unknown, json: string][] = [
      [odd, oddJson],
      ['007', '"007"'],
      [8, '8'],
      [Number.MAX_SAFE_INTEGER, '9007199254740991'],
      ['r'.repeat(64), `"${'r'.repeat(64)}"`],
    ]
    const numbers = ids.map((_, index) => `25571234567${index}`)
    const recipients = ids.map(([recipient_id], index) => ({ recipient_id, dest_addr: numbers[index] }))
    const cancelledOutcome: Outcome = {
      status: 'UNDELIVERED',
      reason: 'cancelled',
      reasonText: 'The message was cancelled before it was sent. Its credit was returned.',
    }
    const expected = (requestId: number, outcome: Outcome) =>
      ids.map(([, json], index) => reportText(String(requestId), json, outcome).replace(phone, numbers[index] ?? ''))

    const sent = await world.send({ recipients }, headers)
    await until('the messages ended', async () => (await bodiesOf(id)).length === ids.length)
    assert.deepEqual((await bodiesOf(id)).toSorted(), expected(sent.body.request_id, delivered).toSorted())

    const later = await world.send({ recipients, schedule_time: '2031-01-31 08:00' }, headers)
    const cancelled = await command(world, 'POST', `/accounts/1/requests/${later.body.request_id}/cancel`)
    assert.equal(cancelled.status, 200, cancelled.text)
    const reports = (await bodiesOf(id)).slice(ids.length)
    assert.deepEqual(reports.toSorted(), expected(later.body.request_id, cancelledOutcome).toSorted())
    assert.deepEqual(
      (await bodiesOf(strings)).toSorted(),
      (await bodiesOf(id)).map((text) => JSON.stringify(withStringIds(JSON.parse(text)))).toSorted(),
    )
  })
})
