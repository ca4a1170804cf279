import { type Static, Type } from 'typebox'
import { eventKinds } from '../callbacks.ts'
import { Nothing, type RouteShapes } from '../route.ts'
import { IdNumber, listPageOf, mapOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

/** Why an endpoint is disabled: it answered 410 Gone, it failed for too long, or a user disabled it. */
const disabledReasons = ['gone', 'failing', 'by hand'] as const
export type DisabledReason = (typeof disabledReasons)[number]

/**
 * waiting: pending, or to be retried. failed: given up, or its endpoint was disabled after an attempt. kept: never
 * attempted, because its endpoint was disabled.
 */
export const eventStates = ['waiting', 'delivered', 'failed', 'kept'] as const
export type EventState = (typeof eventStates)[number]

/** A webhook endpoint. */
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

/** One event for an endpoint. */
export type WebhookEvent = Static<typeof WebhookEvent>
const WebhookEvent = objectOf({
  id: Type.Integer(),
  endpointId: Type.Integer(),
  state: oneOf(eventStates),
  attempts: Type.Integer(),
  isTest: Type.Boolean(),
  createdAt: Time,
  /** The next attempt. */
  dueAt: nullable(Time),
  body: Type.String(),
})

/** One delivery attempt. */
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

const Url = Type.String({ minLength: 1, maxLength: 2_048 })

/** Request headers for every call, by name. A missing header keeps its value; null removes it. */
const Headers = mapOf(nullable(Type.String({ maxLength: 8_192 })), 20)

const AddBody = objectOf({
  event: oneOf(eventKinds),
  url: Url,
  flatArgs: Type.Optional(Type.Boolean()),
  stringIds: Type.Optional(Type.Boolean()),
  headers: Type.Optional(Headers),
})

const ChangeBody = objectOf({
  url: Type.Optional(Url),
  flatArgs: Type.Optional(Type.Boolean()),
  stringIds: Type.Optional(Type.Boolean()),
  enabled: Type.Optional(Type.Boolean()),
  /** Null removes all headers. */
  headers: Type.Optional(nullable(Headers)),
})

/** One event, or all events since a time. */
const RepeatBody = objectOf({
  event: Type.Optional(IdNumber),
  since: Type.Optional(Type.String({ maxLength: 40 })),
  failedOnly: Type.Optional(Type.Boolean()),
})

export const webhookRoutes = {
  'GET /v2/webhooks': { query: queryOf('cursor', 'limit'), answer: listPageOf(ListedEndpoint) },
  'POST /v2/webhooks': { body: AddBody, status: 201, answer: EndpointWithSecret },
  'GET /v2/webhooks/:endpoint': { answer: Endpoint },
  'PUT /v2/webhooks/:endpoint': {
    body: ChangeBody,
    answer: objectOf({ ...Endpoint.properties, warning }),
  },
  'DELETE /v2/webhooks/:endpoint': { status: 204, answer: Nothing },
  'POST /v2/webhooks/:endpoint/rotate': { answer: EndpointWithSecret },
  'POST /v2/webhooks/:endpoint/test': { status: 202, answer: objectOf({ eventId: Type.Integer() }) },
  'GET /v2/webhooks/:endpoint/events': {
    query: queryOf('cursor', 'limit', 'state'),
    answer: listPageOf(WebhookEvent),
  },
  'GET /v2/webhooks/:endpoint/attempts': {
    query: queryOf('cursor', 'limit', 'event'),
    answer: listPageOf(DeliveryAttempt),
  },
  'POST /v2/webhooks/:endpoint/repeat': {
    body: RepeatBody,
    answer: objectOf({ repeated: Type.Integer() }),
  },
} as const satisfies RouteShapes
