import { type Static, Type } from 'typebox'
import { lanes } from '../../values/lane.ts'
import { DeliveryReport } from '../public/sms.ts'
import { Amount, answerOf, cursorPageOf, listOf, nullable, oneOf, pageOf, queryOf, Time } from '../shapes.ts'
import { File, type RouteShapes } from './route.ts'
import { eventStates } from './webhooks.ts'

/** How far a message has come. */
export const stages = ['scheduled', 'queued', 'submitted', 'delivered', 'undelivered', 'cancelled'] as const
export type Stage = (typeof stages)[number]

const { status } = DeliveryReport.properties

/** A request to send, with the numbers of its recipients. */
export type Request = Static<typeof Request>
const Request = answerOf({
  id: Type.Integer(),
  sender: Type.String(),
  /** A PIN is masked. */
  text: Type.String(),
  /** The campaign title, or else the job name. */
  campaign: nullable(Type.String()),
  segments: Type.Integer(),
  createdAt: Time,
  dueAt: Time,
  validUntil: Time,
  valid: Type.Integer(),
  invalid: Type.Integer(),
  duplicates: Type.Integer(),
  optedOut: Type.Integer(),
})

/** One recipient of a request. */
export type RequestRecipient = Static<typeof RequestRecipient>
const RequestRecipient = answerOf({
  recipientId: Type.String(),
  /** As the client sent it, when it did not become a message. */
  number: Type.String(),
  outcome: oneOf(['message', 'invalid', 'duplicate', 'opted_out']),
  messageId: nullable(Type.Integer()),
  status: nullable(status),
  stage: nullable(oneOf(stages)),
  reason: nullable(Type.String()),
  explanation: nullable(Type.String()),
})

/** A message to one recipient. */
export type Message = Static<typeof Message>
const Message = answerOf({
  id: Type.Integer(),
  requestId: Type.Integer(),
  /** The campaign title, or else the job name. */
  campaign: nullable(Type.String()),
  recipientId: Type.String(),
  phone: Type.String(),
  sender: Type.String(),
  /** A PIN is masked. */
  text: Type.String(),
  status,
  stage: oneOf(stages),
  reason: nullable(Type.String()),
  /** The reason in a sentence. */
  explanation: nullable(Type.String()),
  carrier: Type.String(),
  segments: Type.Integer(),
  price: Amount,
  attempts: Type.Integer(),
  retryAt: nullable(Time),
  createdAt: Time,
  dueAt: Time,
  validUntil: Time,
  submittedAt: nullable(Time),
  doneAt: nullable(Time),
})

const text = Type.Optional(Type.String())
const count = Type.Optional(Type.Integer())
const nullableText = Type.Optional(nullable(Type.String()))

/** One event in the life of a message. */
export type TimelineEntry = Static<typeof TimelineEntry>
const TimelineEntry = answerOf({
  at: Time,
  event: oneOf(['accepted', 'scheduled', 'queued', 'retrying', 'submitted', 'receipt', 'ended', 'callback']),
  /** The event in a sentence. */
  text: Type.String(),
  detail: answerOf({
    /** Of `scheduled`: the time that the message waits for. */
    for: Type.Optional(Time),
    /** Of `queued`, `retrying` and `submitted`. */
    carrier: text,
    attempts: count,
    references: Type.Optional(Type.Array(Type.String())),
    /** Of `receipt` and `ended`. */
    part: count,
    reason: nullableText,
    explanation: nullableText,
    /** The status of the message or part; of `callback`, the HTTP status. */
    status: Type.Optional(nullable(Type.Union([Type.String(), Type.Integer()]))),
    /** Of `callback`. */
    eventId: count,
    endpointId: count,
    url: text,
    tookMs: count,
    problem: nullableText,
  }),
})

/** A message of any account, for operators. */
export type OperatorMessage = Static<typeof OperatorMessage>
const OperatorMessage = answerOf({
  ...Message.properties,
  accountId: Type.Integer(),
  accountName: nullable(Type.String()),
  currency: Type.String(),
  lane: oneOf(lanes),
  /** The route that leads to its carrier now; null when none does. */
  route: nullable(answerOf({ id: Type.Integer(), prefix: Type.String(), place: Type.Integer() })),
  /** Why a message that is not final waits. */
  waitsFor: nullable(Type.String()),
  nextTryAt: nullable(Time),
  /** What the carrier calls the message, or each part of it. */
  references: Type.Array(Type.String()),
  timeline: Type.Array(TimelineEntry),
  /** The delivery reports for webhook endpoints. */
  events: Type.Array(
    answerOf({
      id: Type.Integer(),
      endpointId: Type.Integer(),
      url: Type.String(),
      state: oneOf(eventStates),
      attempts: Type.Integer(),
      /** When the next attempt is due; null when there is none. */
      dueAt: nullable(Time),
      /** Why the last attempt failed; null when it did not. */
      problem: nullable(Type.String()),
    }),
  ),
})

const filters = ['phone', 'request', 'campaign', 'status', 'from', 'to'] as const

export const messageRoutes = {
  'GET /accounts/:account/requests': { query: queryOf(...filters, 'before', 'limit'), answer: cursorPageOf(Request) },
  'GET /accounts/:account/requests/:request/recipients': {
    query: queryOf('page', 'limit'),
    answer: answerOf({
      ...pageOf(RequestRecipient).properties,
      /** Recipients without a message: how many there are, and how many of them are kept and listed. */
      refused: answerOf({ total: Type.Integer(), kept: Type.Integer() }),
    }),
  },
  'GET /accounts/:account/messages': {
    query: queryOf(...filters, 'before', 'limit'),
    answer: answerOf({
      ...cursorPageOf(Message).properties,
      /** How far back the search has looked, when it stopped early. */
      searchedTo: nullable(Time),
    }),
  },
  'GET /accounts/:account/messages.csv': { query: queryOf(...filters), answer: File },
  'GET /accounts/:account/messages/:message': {
    answer: answerOf({ ...Message.properties, timeline: Type.Array(TimelineEntry) }),
  },
  'GET /messages/:message': { answer: OperatorMessage },
  /** The first messages of a request of any account. */
  'GET /requests/:request/messages': {
    query: queryOf('limit'),
    answer: listOf(answerOf({ ...Message.properties, accountId: Type.Integer() })),
  },
} as const satisfies RouteShapes
