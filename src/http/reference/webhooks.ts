import { callbackBodies, type EventKind } from '../../contract/callbacks.ts'
import { sampleBody } from '../../modules/webhooks/index.ts'

/** The callbacks that `docs/api/callbacks.md` describes. */
const callbacks: Readonly<Record<EventKind, readonly [operationId: string, summary: string]>> = {
  'delivery-report': ['deliveryReport', 'A message reached its final status'],
  'inbound-sms': ['inboundSms', 'An SMS was received'],
  chat: ['chatMessage', 'A chat message was received'],
  'chat-status': ['chatStatus', 'The state of a chat message changed'],
  airtime: ['airtimeEnded', 'An airtime transfer was completed or failed'],
  checkout: ['checkoutEnded', 'A payment was completed or failed'],
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
  header('webhook-id', 'id of the event, the same on every delivery attempt', 'evt_1'),
  header('webhook-timestamp', 'time of this delivery attempt, in seconds since 1970', '1896076800'),
  header(
    'webhook-signature',
    'one or more signatures, as specified by Standard Webhooks',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]
const secureToken = header(
  'service-secure-token',
  'secure token of the checkout session; also sent under the header name that the request chose',
  'a-token-of-yours',
  false,
)

export const callbacksTag = {
  name: 'Callbacks',
  description: 'Events that the server sends to the webhook endpoints of an account.',
}

const exampleTime = new Date('2030-01-31T08:00:00Z')

function examplesOf(event: EventKind) {
  const example = (summary: string, options = {}) => ({ summary, value: sampleBody(event, exampleTime, options) })
  return {
    plain: example('default'),
    ...(event === 'airtime' ? { flat: example('endpoint with flat args', { flatArgs: true }) } : {}),
    ...(event === 'delivery-report' ? { strings: example('endpoint with string ids', { stringIds: true }) } : {}),
  }
}

const describeCallback = (event: EventKind, operationId: string, summary: string) => ({
  post: {
    operationId,
    summary,
    description: `Sent to the account's endpoints for \`${event}\`.`,
    tags: [callbacksTag.name],
    // Callbacks are signed and carry no credential.
    security: [],
    parameters: event === 'checkout' ? [...headers, secureToken] : headers,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: callbackBodies[event], examples: examplesOf(event) } },
    },
    responses: {
      '2XX': { description: 'The event was received.' },
      410: { description: 'The endpoint is gone: Ngoma disables it.' },
    },
  },
})

/** The `webhooks` section of the document. */
export const webhooks = Object.fromEntries(
  Object.entries(callbacks).map(([event, [id, summary]]) => [id, describeCallback(event as EventKind, id, summary)]),
)
