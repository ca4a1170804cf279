import { callbackBodies, type EventKind } from '../../contract/callbacks.ts'
import { sampleBody } from '../../modules/webhooks/index.ts'

interface Callback {
  readonly operationId: string
  readonly summary: string
}

/** The callbacks, as `docs/api/callbacks.md` has them in words. */
const callbacks: Readonly<Record<EventKind, Callback>> = {
  'delivery-report': { operationId: 'deliveryReport', summary: 'A message has its final status' },
  'inbound-sms': { operationId: 'inboundSms', summary: 'Somebody wrote an SMS to you' },
  chat: { operationId: 'chatMessage', summary: 'Somebody wrote to you in a chat' },
  airtime: { operationId: 'airtimeEnded', summary: 'A transfer of airtime ended' },
  checkout: { operationId: 'checkoutEnded', summary: 'A payment ended' },
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
const secureToken = header(
  'service-secure-token',
  'the token of the checkout; also under the header name the request used',
  'a-token-of-yours',
  false,
)

const exampleTime = new Date('2030-01-31T08:00:00Z')

function examplesOf(event: EventKind) {
  const plain = { plain: { summary: 'as it comes', value: sampleBody(event, false, exampleTime) } }
  return event === 'airtime'
    ? { ...plain, flat: { summary: 'to an endpoint with flat args', value: sampleBody(event, true, exampleTime) } }
    : plain
}

const describeCallback = (event: EventKind, { operationId, summary }: Callback) => ({
  post: {
    operationId,
    summary,
    description: `Sent to the account's endpoints for \`${event}\`.`,
    tags: ['Callbacks'],
    // It is signed, and brings no credential.
    security: [],
    parameters: event === 'checkout' ? [...headers, secureToken] : headers,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: callbackBodies[event], examples: examplesOf(event) } },
    },
    responses: {
      '2XX': { description: 'Any success: it arrived.' },
      410: { description: 'The endpoint is gone, and is called no more.' },
    },
  },
})

/** The section `webhooks` of the document. */
export const webhooks = Object.fromEntries(
  (Object.entries(callbacks) as [EventKind, Callback][]).map(([event, callback]) => [
    callback.operationId,
    describeCallback(event, callback),
  ]),
)
