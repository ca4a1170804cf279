import { type Static, Type } from 'typebox'
import { lanes } from '../../values/lane.ts'
import { DeliveryReport, Recipients, SendBody, SendReply } from '../public/sms.ts'
import type { RouteShapes } from '../route.ts'
import { Amount, answerOf, IdNumber, listOf, longPageOf, nullable, oneOf, queryOf, Time } from '../shapes.ts'

/** An id, as a number or as digits. */
const IdText = Type.Union([IdNumber, Type.String({ maxLength: 19 })])

/** The content of a send to recipients or to an address book. The module validates it like the public API. */
const content = {
  source_addr: SendBody.properties.source_addr,
  /** Either a text or a template. */
  message: Type.Optional(SendBody.properties.message),
  template_id: Type.Optional(IdText),
  encoding: SendBody.properties.encoding,
  schedule_time: SendBody.properties.schedule_time,
  job_name: SendBody.properties.job_name,
  campaign_title: SendBody.properties.campaign_title,
}

/** A send to an address book. Placeholders in the text are filled for every contact. */
export type BookSendBody = Static<typeof BookSendBody>
const BookSendBody = Type.Object(content)

/** Either recipients or an address book. */
export type QuoteBody = Static<typeof QuoteBody>
const QuoteBody = Type.Object({
  ...content,
  recipients: Type.Optional(Recipients),
  book_id: Type.Optional(IdText),
})

/** The totals of all requests that were created for an address book. */
export type BookSendReply = Static<typeof BookSendReply>
const BookSendReply = answerOf({
  ...Type.Omit(SendReply, ['request_id']).properties,
  request_ids: Type.Array(Type.String()),
})

/** The price of a send at this moment. */
export type Quote = Static<typeof Quote>
const Quote = answerOf({
  /** Of one message; with placeholders, of the longest one. */
  segments: Type.Integer(),
  /** UCS-2 when one of the messages needs it. */
  encoding: oneOf(['gsm', 'ucs2']),
  segmentsTotal: Type.Integer(),
  recipients: answerOf({
    valid: Type.Integer(),
    invalid: Type.Integer(),
    duplicates: Type.Integer(),
    /** Everyone who is excluded: opted out, on the do-not-disturb list, or without a consent. */
    optedOut: Type.Integer(),
    doNotDisturb: Type.Integer(),
    noConsent: Type.Integer(),
  }),
  price: Amount,
  currency: Type.String(),
  byCountry: Type.Array(
    answerOf({
      /** ISO 3166-1 alpha-2; null for calling codes of no country. */
      country: nullable(Type.String()),
      callingCode: Type.String(),
      recipients: Type.Integer(),
      segments: Type.Integer(),
      price: Amount,
    }),
  ),
  /** The spendable credit, including the overdraft limit. */
  available: Amount,
  enough: Type.Boolean(),
})

/** A delivery receipt without a matching message. */
export type UnknownReceipt = Static<typeof UnknownReceipt>
const UnknownReceipt = answerOf({
  id: Type.Integer(),
  carrier: Type.String(),
  reference: Type.String(),
  status: oneOf(['DELIVERED', 'UNDELIVERED']),
  reason: nullable(Type.String()),
  doneAt: Time,
  receivedAt: Time,
  /** Whether the search for its message has ended. */
  givenUp: Type.Boolean(),
})

/** Pending messages of one carrier and lane. */
export type Queue = Static<typeof Queue>
const Queue = answerOf({
  carrier: Type.String(),
  lane: oneOf(lanes),
  /** Batches with due messages, and those messages, including retries. */
  batches: Type.Integer(),
  messages: Type.Integer(),
  oldestDueAt: nullable(Time),
  /** Messages in claimed batches. */
  inHand: Type.Integer(),
  /** Messages that are due later. */
  scheduled: Type.Integer(),
  /** Whether there are more than were counted. */
  more: Type.Boolean(),
  /** Messages per second that the carrier accepted in the last minute, in all lanes. */
  perSecond: Type.Number(),
  /** The reason why messages wait, as a sentence; null when nothing delays them. */
  waitsFor: nullable(Type.String()),
})

const MoveBody = Type.Object({
  schedule_time: Type.String({
    maxLength: 40,
    description: 'yyyy-mm-dd hh:mm in GMT+0, or ISO 8601 with a zone; empty to send now',
  }),
})

export const smsRoutes = {
  'POST /accounts/:account/sms/send': { body: SendBody, answer: SendReply },
  'POST /accounts/:account/sms/quote': { body: QuoteBody, answer: Quote },
  'POST /accounts/:account/books/:book/send': { body: BookSendBody, answer: BookSendReply },
  'GET /accounts/:account/sms/reports': {
    query: queryOf('request_id', 'dest_addr', 'page', 'limit'),
    answer: listOf(
      answerOf({
        ...DeliveryReport.properties,
        reason: nullable(Type.String()),
        /** The reason in a sentence. */
        explanation: nullable(Type.String()),
      }),
    ),
  },
  'GET /receipts/unknown': { query: queryOf('page', 'limit', 'carrier'), answer: longPageOf(UnknownReceipt) },
  'GET /queues': { answer: listOf(Queue) },
  'POST /accounts/:account/scheduled/:request/cancel': {
    answer: answerOf({ cancelled: Type.Integer(), tooLate: Type.Integer() }),
  },
  'POST /accounts/:account/scheduled/:request/move': {
    body: MoveBody,
    answer: answerOf({ moved: Type.Integer(), tooLate: Type.Integer(), dueAt: Time }),
  },
} as const satisfies RouteShapes
