import { type Static, Type } from 'typebox'
import { DeliveryReport } from '../public/sms.ts'
import { File, type RouteShapes } from '../route.ts'
import { Amount, answerOf, cursorPageOf, listPageOf, nullable, oneOf, queryOf, Time } from '../shapes.ts'

/** The stages of a message. */
export const stages = ['scheduled', 'queued', 'submitted', 'delivered', 'undelivered', 'cancelled'] as const
export type Stage = (typeof stages)[number]

const { status } = DeliveryReport.properties

/** Contents other than text. A flash message appears on the screen at once; the text of a binary one is hexadecimal. */
export const messageFormats = ['flash', 'binary'] as const
export type MessageFormat = (typeof messageFormats)[number]
/** Null for an ordinary text. */
export const Format = nullable(oneOf(messageFormats))

/** A request to send, with the number of its recipients. */
export type Request = Static<typeof Request>
const Request = answerOf({
  id: Type.Integer(),
  sender: Type.String(),
  /** A PIN is masked. */
  text: Type.String(),
  format: Format,
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
  /** Exactly as the client sent it, for a recipient without a message. */
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
export const Message = answerOf({
  id: Type.Integer(),
  requestId: Type.Integer(),
  /** The campaign title, or else the job name. */
  campaign: nullable(Type.String()),
  recipientId: Type.String(),
  phone: Type.String(),
  sender: Type.String(),
  /** A PIN is masked. */
  text: Type.String(),
  format: Format,
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
export const TimelineEntry = answerOf({
  at: Time,
  event: oneOf(['accepted', 'scheduled', 'queued', 'retrying', 'submitted', 'receipt', 'ended', 'callback']),
  /** The event in a sentence. */
  text: Type.String(),
  detail: answerOf({
    /** For `scheduled`, and for `retrying` after a receipt: the time when the message is due. */
    for: Type.Optional(Time),
    /** For `queued`, `retrying` and `submitted`. */
    carrier: text,
    attempts: count,
    references: Type.Optional(Type.Array(Type.String())),
    /** For `receipt` and `ended`. */
    part: count,
    reason: nullableText,
    explanation: nullableText,
    /** The status of the message or segment; for `callback`, the HTTP status. */
    status: Type.Optional(nullable(Type.Union([Type.String(), Type.Integer()]))),
    /** For `callback`. */
    eventId: count,
    endpointId: count,
    url: text,
    tookMs: count,
    problem: nullableText,
  }),
})

const filters = ['phone', 'request', 'campaign', 'status', 'from', 'to'] as const

export const messageRoutes = {
  'GET /v2/requests': { query: queryOf(...filters, 'before', 'limit'), answer: cursorPageOf(Request) },
  'GET /v2/requests/:request/recipients': {
    query: queryOf('cursor', 'limit'),
    answer: answerOf({
      ...listPageOf(RequestRecipient).properties,
      /** Recipients without a message: their number, and how many of them are stored and listed. */
      refused: answerOf({ total: Type.Integer(), kept: Type.Integer() }),
    }),
  },
  'GET /v2/messages': {
    query: queryOf(...filters, 'before', 'limit'),
    answer: answerOf({
      ...cursorPageOf(Message).properties,
      /** The oldest time searched, when the search stopped early. */
      searchedTo: nullable(Time),
    }),
  },
  'GET /v2/messages.csv': { query: queryOf(...filters), answer: File },
  'GET /v2/messages/:message': {
    answer: answerOf({ ...Message.properties, timeline: Type.Array(TimelineEntry) }),
  },
} as const satisfies RouteShapes
