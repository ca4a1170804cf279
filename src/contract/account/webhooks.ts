import { eventKinds } from '../callbacks.ts'
import { resource, route } from '../route.ts'
import { described, IdNumber, mapOf, nullable, objectOf, oneOf, optional, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** Why an endpoint is disabled: it answered 410 Gone, it failed for too long, or a user disabled it. */
const disabledReasons = ['gone', 'failing', 'by hand'] as const
export type DisabledReason = (typeof disabledReasons)[number]

/**
 * waiting: pending, or to be retried. failed: given up, or its endpoint was disabled after an attempt. kept: never
 * attempted, because its endpoint was disabled.
 */
export const eventStates = ['waiting', 'delivered', 'failed', 'kept'] as const
export type EventState = (typeof eventStates)[number]

export type Endpoint = Static<typeof Endpoint>
const Endpoint = objectOf({
  id: Type.Integer(),
  event: oneOf(eventKinds),
  url: Type.String(),
  /** Whether the fields of `args` are also at the top level of the body. */
  flatArgs: Type.Boolean(),
  /** Whether `recipient_id` of delivery reports is always a string. */
  stringIds: Type.Boolean(),
  /** Created for the `callback_url` of messages; it receives only their events. */
  adHoc: Type.Boolean(),
  /** The previous secret signs until then. */
  previousUntil: nullable(Time),
  /** The first failure since the last success. */
  failingSince: nullable(Time),
  disabledAt: nullable(Time),
  disabledReason: nullable(oneOf(disabledReasons)),
  createdAt: Time,
  /** The secret cannot be decrypted: events wait until it is rotated. */
  secretUnreadable: Type.Boolean(),
  /** The names of the request headers; values are never shown again. */
  headers: Type.Array(Type.String()),
  /** The request headers cannot be decrypted: events wait until they are set again. */
  headersUnreadable: Type.Boolean(),
})

export type ListedEndpoint = Static<typeof ListedEndpoint>
const ListedEndpoint = objectOf({
  ...Endpoint.properties,
  lastAttempt: nullable(objectOf({ at: Time, status: nullable(Type.Integer()), problem: nullable(Type.String()) })),
})

/** Set when the endpoint is probably unreachable. */
const warning = Type.Optional(Type.String())

/** The secret is shown once. */
export type EndpointWithSecret = Static<typeof EndpointWithSecret>
const EndpointWithSecret = objectOf({ ...Endpoint.properties, secret: Type.String(), warning })

export type WebhookEvent = Static<typeof WebhookEvent>
const WebhookEvent = objectOf({
  id: Type.Integer(),
  endpointId: Type.Integer(),
  state: oneOf(eventStates),
  attempts: Type.Integer(),
  isTest: Type.Boolean(),
  createdAt: Time,
  dueAt: nullable(Time),
  body: Type.String(),
})

export type DeliveryAttempt = Static<typeof DeliveryAttempt>
const DeliveryAttempt = objectOf({
  id: Type.Integer(),
  eventId: Type.Integer(),
  at: Time,
  /** The HTTP status; null without a response. */
  status: nullable(Type.Integer()),
  tookMs: Type.Integer(),
  /** The reason for a failure; null when it was delivered. */
  problem: nullable(Type.String()),
  /** The beginning of the response body. */
  answer: Type.String(),
})

const Url = described(
  Type.String({ minLength: 1, maxLength: 2_048 }),
  'called with each event; https, or http to this machine where the operator allows it',
)

/** Request headers for every call, by name. A missing header keeps its value; null removes it. */
const Headers = {
  ...mapOf(nullable(Type.String({ maxLength: 8_192 })), 20),
  writeOnly: true,
  description: 'request headers for every call; null removes one',
}

const bodyForm = {
  flatArgs: optional(Type.Boolean(), 'also puts the fields of `args` at the top level of the body'),
  stringIds: optional(Type.Boolean(), 'always sends `recipient_id` of delivery reports as a string'),
}

const headerProblems = ['url_not_allowed', 'invalid_header'] as const

export const webhooks = resource('webhooks', 'webhooks', {
  list: route('GET /v2/webhooks', 'viewer', 'List webhook endpoints', {
    columns: 'id, event, url, createdAt, failingSince, disabledReason, lastAttempt.status, lastAttempt.problem',
    ...pagesOf(ListedEndpoint),
  }),
  create: route('POST /v2/webhooks', 'owner', 'Create a webhook endpoint', {
    does: 'webhook.add',
    asksProof: true,
    showsSecret: true,
    description: 'The secret that signs its requests is shown only in this response.',
    body: objectOf({
      event: described(oneOf(eventKinds), 'the kind of the events'),
      url: Url,
      ...bodyForm,
      headers: Type.Optional(Headers),
    }),
    example: { event: 'delivery-report', url: 'https://shop.example.com/ngoma' },
    status: 201,
    answer: EndpointWithSecret,
    problems: [...headerProblems, 'endpoint_limit'],
  }),
  get: route('GET /v2/webhooks/:endpoint', 'viewer', 'Get a webhook endpoint', { answer: Endpoint }),
  update: route('PUT /v2/webhooks/:endpoint', 'owner', 'Change a webhook endpoint', {
    next: [
      'New events are kept since {disabledAt}. To deliver them when it is enabled again: ngoma webhook repeat {endpoint} --since TIME --failed-only',
    ],
    command: { 'webhook change': {}, 'webhook enable': { enabled: true }, 'webhook disable': { enabled: false } },
    does: 'webhook.change',
    asksProof: true,
    body: objectOf({
      url: Type.Optional(Url),
      ...bodyForm,
      enabled: optional(Type.Boolean(), 'whether it is called; events of a disabled endpoint are kept'),
      /** Null removes all headers. */
      headers: Type.Optional(nullable(Headers)),
    }),
    example: { headers: { 'X-Shop': 'duka' } },
    answer: objectOf({ ...Endpoint.properties, warning }),
    problems: [...headerProblems, 'headers_of_other_server', 'endpoint_of_messages'],
  }),
  delete: route('DELETE /v2/webhooks/:endpoint', 'owner', 'Delete a webhook endpoint', { does: 'webhook.remove' }),
  rotate: route('POST /v2/webhooks/:endpoint/rotate', 'owner', 'Rotate the secret of a webhook endpoint', {
    next: ['The old secret also signs until {previousUntil}.'],
    does: 'webhook.rotate',
    asksProof: true,
    showsSecret: true,
    description: 'Both secrets sign requests for 24 hours.',
    answer: EndpointWithSecret,
    problems: ['rotation_limit'],
  }),
  test: route('POST /v2/webhooks/:endpoint/test', 'member', 'Send a test event', {
    command: null,
    does: 'webhook.test',
    status: 202,
    answer: objectOf({ eventId: Type.Integer() }),
    problems: ['endpoint_disabled'],
  }),
  events: route('GET /v2/webhooks/:endpoint/events', 'viewer', 'List the events of a webhook endpoint', {
    columns: 'id, createdAt, state, attempts, isTest, dueAt, body',
    reads: 'webhooks.read',
    ...pagesOf(WebhookEvent, 'state'),
  }),
  attempts: route('GET /v2/webhooks/:endpoint/attempts', 'viewer', 'List delivery attempts', {
    columns: 'id, eventId, at, status, tookMs, problem, answer',
    reads: 'webhooks.read',
    ...pagesOf(DeliveryAttempt, 'event'),
    parameters: { event: 'only attempts for the event with this id' },
    problems: ['event_not_found'],
  }),
  repeat: route('POST /v2/webhooks/:endpoint/repeat', 'member', 'Send events again', {
    done: 'Events that will be delivered again: {repeated}.',
    does: 'webhook.repeat',
    description: 'Either one event, or all events since a time.',
    body: objectOf({
      event: optional(IdNumber, 'one event, by its id'),
      since: optional(Type.String({ maxLength: 40 }), 'all events from this time on, in ISO 8601'),
      failedOnly: optional(Type.Boolean(), 'with `since`, only events that were never delivered'),
    }),
    example: { since: '2026-01-31T08:00:00Z', failedOnly: true },
    answer: objectOf({ repeated: Type.Integer() }),
    problems: ['event_not_found', 'invalid_time', 'endpoint_disabled', 'nothing_to_replay'],
  }),
})
