import { type TSchema, Type } from 'typebox'
import { type EventKind, sampleBody } from '../../modules/webhooks/index.ts'

/**
 * The callbacks, as `docs/api/callbacks.md` has them in words. Fields may be added to them, so none of these shapes is
 * closed.
 */

const time = Type.String({ format: 'date-time' })
const phone = Type.String({ description: 'in international format, without +' })
const Final = Type.Unsafe<string>({ type: 'string', enum: ['DELIVERED', 'UNDELIVERED'] })

const DeliveryReport = Type.Object({
  request_id: Type.String({ description: 'of the send' }),
  recipient_id: Type.Union([Type.Integer(), Type.String()], {
    description: 'the one of the send; a text where it is no integer, which only lenient credentials can send',
  }),
  dest_addr: phone,
  status: Final,
  Status: Type.Unsafe<string>({ ...Final, description: 'the same once more: clients read either' }),
})

const Written = Type.Object({
  from: phone,
  to: Type.String({ description: 'what they wrote to: a number of yours, or your name on the channel' }),
  channel: Type.String({ description: 'sms, or the channel of the chat' }),
  timeUTC: time,
  transaction_id: Type.String({
    description: 'of an SMS its own; of a chat that of the message which was answered, empty when it had none',
  }),
  message: Type.Object({ text: Type.String() }),
})

const args = {
  timestamp: time,
  transaction_id: Type.String(),
  amount: Type.String({ description: 'as it was sent' }),
  dest_addr: phone,
  reference_id: Type.String(),
}

const Airtime = Type.Object({
  code: Type.Unsafe<number>({ type: 'integer', enum: [100, 101], description: '100 successful, 101 failed' }),
  message: Type.String(),
  args: Type.Object(args),
  // Only for endpoints that want them in both places.
  ...Type.Partial(Type.Object(args)).properties,
})

const Checkout = Type.Object({
  amount: Type.String({ description: 'as it was asked for' }),
  referenceNumber: Type.String(),
  status: Type.Unsafe<string>({ type: 'string', enum: ['success', 'failed'] }),
  timestamp: time,
  transactionID: Type.String(),
  msisdn: Type.String({ description: "the payer's number; empty when nobody said it" }),
})

interface Callback {
  readonly event: EventKind
  readonly summary: string
  readonly body: TSchema
}

const callbacks: Readonly<Record<string, Callback>> = {
  deliveryReport: { event: 'delivery-report', summary: 'A message has its final status', body: DeliveryReport },
  inboundSms: { event: 'inbound-sms', summary: 'Somebody wrote an SMS to you', body: Written },
  chatMessage: { event: 'chat', summary: 'Somebody wrote to you in a chat', body: Written },
  airtimeEnded: { event: 'airtime', summary: 'A transfer of airtime ended', body: Airtime },
  checkoutEnded: { event: 'checkout', summary: 'A payment ended', body: Checkout },
}

const header = (name: string, description: string, example: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
})

const headers = [
  header('webhook-id', 'of the event; the same on every attempt', 'evt_1'),
  header('webhook-timestamp', 'when this attempt was made, in seconds since 1970', '1896076800'),
  header(
    'webhook-signature',
    'one or more signatures, as Standard Webhooks has them',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]
const secureToken = header('service-secure-token', 'as the checkout had it', 'a-token-of-yours', false)

const exampleTime = new Date('2030-01-31T08:00:00Z')

function examplesOf(event: EventKind) {
  const plain = { plain: { summary: 'as it comes', value: sampleBody(event, false, exampleTime) } }
  return event === 'airtime'
    ? { ...plain, flat: { summary: 'to an endpoint with flat args', value: sampleBody(event, true, exampleTime) } }
    : plain
}

const describeCallback = (operationId: string, { event, summary, body }: Callback) => ({
  post: {
    operationId,
    summary,
    description: `Sent to the account's endpoints for \`${event}\`.`,
    tags: ['Callbacks'],
    // It is signed, and brings no credential.
    security: [],
    parameters: event === 'checkout' ? [...headers, secureToken] : headers,
    requestBody: { required: true, content: { 'application/json': { schema: body, examples: examplesOf(event) } } },
    responses: {
      '2XX': { description: 'Any success: it arrived.' },
      410: { description: 'The endpoint is gone, and is called no more.' },
    },
  },
})

/** The section `webhooks` of the document. */
export const webhooks = Object.fromEntries(
  Object.entries(callbacks).map(([name, callback]) => [name, describeCallback(name, callback)]),
)
