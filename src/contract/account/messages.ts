import { DeliveryReport } from '../public/sms.ts'
import { Amount, nullable, objectOf, oneOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { Counts } from './send.ts'

export const stages = ['scheduled', 'queued', 'submitted', 'delivered', 'undelivered', 'cancelled'] as const
export type Stage = (typeof stages)[number]

const { status } = DeliveryReport.properties

/** Contents other than text. A flash message appears on the screen at once; the text of a binary one is hexadecimal. */
export const messageFormats = ['flash', 'binary'] as const
export type MessageFormat = (typeof messageFormats)[number]

/** Null for an ordinary text. */
export const Format = nullable(oneOf(messageFormats))

/** Of the client, for the whole request. */
const labels = { tags: Type.Array(Type.String()), reference: nullable(Type.String()) }

/** A request to send, with the number of its recipients. */
export type Request = Static<typeof Request>
export const Request = objectOf({
  id: Type.Integer(),
  sender: Type.String(),
  /** A PIN is masked. */
  text: Type.String(),
  format: Format,
  /** The campaign title, or else the job name. */
  campaign: nullable(Type.String()),
  ...labels,
  /** Of the text; with placeholders, of the text before they are filled. */
  parts: Type.Integer(),
  createdAt: Time,
  dueAt: Time,
  validUntil: Time,
  valid: Type.Integer(),
  invalid: Type.Integer(),
  duplicates: Type.Integer(),
  optedOut: Type.Integer(),
})

export type RequestRecipient = Static<typeof RequestRecipient>
export const RequestRecipient = objectOf({
  /** The reference of the client, or else the id of the contact, or the position in the request. */
  recipientId: Type.String(),
  /** Exactly as the client sent it, for a recipient without a message. */
  number: Type.String(),
  outcome: oneOf(['message', 'invalid', 'duplicate', 'opted_out']),
  messageId: nullable(Type.Integer()),
  status: nullable(status),
  stage: nullable(oneOf(stages)),
  reason: nullable(Type.String()),
  explanation: nullable(Type.String()),
  /** Null without a message. */
  text: nullable(Type.String()),
  parts: nullable(Type.Integer()),
  price: nullable(Amount),
})

export type Message = Static<typeof Message>
export const Message = objectOf({
  id: Type.Integer(),
  requestId: Type.Integer(),
  /** The campaign title, or else the job name. */
  campaign: nullable(Type.String()),
  ...labels,
  /** The reference of the client, or else the id of the contact, or the position in the request. */
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
  parts: Type.Integer(),
  /** 0 for a message that ended before a carrier accepted it. */
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

export type TimelineEntry = Static<typeof TimelineEntry>
export const TimelineEntry = objectOf({
  at: Time,
  event: oneOf(['accepted', 'scheduled', 'queued', 'moved', 'retrying', 'submitted', 'receipt', 'ended', 'callback']),
  /** The event in a sentence. */
  text: Type.String(),
  detail: objectOf({
    /** For `scheduled`, and for `retrying` after a receipt: the time when the message is due. */
    for: Type.Optional(Time),
    /** For `queued`, `moved`, `retrying` and `submitted`. */
    carrier: text,
    /** For `moved`: the carrier before. */
    from: text,
    attempts: count,
    references: Type.Optional(Type.Array(Type.String())),
    /** For `receipt` and `ended`. */
    part: count,
    reason: nullableText,
    explanation: nullableText,
    /** The status of the message or part; for `callback`, the HTTP status. */
    status: Type.Optional(nullable(Type.Union([Type.String(), Type.Integer()]))),
    /** For `callback`. */
    eventId: count,
    endpointId: count,
    url: text,
    tookMs: count,
    problem: nullableText,
  }),
})

/** Why a carrier accepts no messages: paused by an operator, disconnected, out of rotation after errors, or removed. */
const delayCauses = ['paused', 'disconnected', 'unhealthy', 'removed'] as const

/** The carrier of a queued message accepts none at the moment. */
export type Delay = Static<typeof Delay>
export const Delay = objectOf({
  cause: oneOf(delayCauses),
  /** Only for a disconnected carrier. */
  since: nullable(Time),
})

/** The result of a send. A large one creates several requests. */
export type Sent = Static<typeof Sent>
export const Sent = objectOf({
  requestIds: Type.Array(Type.Integer()),
  ...Counts,
  /** The credit that is held until the messages are sent. */
  price: Amount,
  currency: Type.String(),
  /** Each recipient, of a send to at most 100. Others are listed by request. */
  recipients: nullable(Type.Array(RequestRecipient)),
  /** Seconds until the first messages are sent, of a send with `hold`; 0 when they are no longer held. Null without. */
  heldSeconds: nullable(Type.Number()),
  /** Why the send stopped early: the other recipients got no message. Null when all requests were accepted. */
  stopped: nullable(objectOf({ code: Type.String(), detail: Type.String(), hint: Type.String() })),
})
