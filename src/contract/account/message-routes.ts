import { File, resource, route } from '../route.ts'
import { Amount, listPageOf, nullable, objectOf, queryOf, Switch, searchPageOf, Time } from '../shapes.ts'
import { Type } from '../type.ts'
import { Delay, Message, Request, RequestRecipient, Sent, TimelineEntry } from './messages.ts'
import { Quote, SendBody, sendProblems } from './send.ts'

const filters = ['tag', 'reference', 'campaign', 'request', 'from', 'to'] as const

const messageFilters = [...filters, 'number', 'status', 'reason', 'sender'] as const

const cancel = {
  done: 'Cancelled: {cancelled}. Too late to cancel: {tooLate}.',
  counts: 'cancelled',
  does: 'sms.cancel',
  scope: 'messages:send',
  answer: objectOf({ cancelled: Type.Integer(), tooLate: Type.Integer() }),
} as const

const orderProblems = [
  'book_not_found',
  'invalid_binary',
  'invalid_content',
  'invalid_message',
  'invalid_send_window',
  'invalid_time',
  'missing_recipients',
  'segment_incomplete',
  'segment_not_found',
  'links_need_campaign',
  'segment_too_slow',
  'template_not_found',
  'time_in_past',
  'too_many_recipients',
  'unknown_placeholder',
] as const

const resend = {
  counts: 'valid',
  does: 'sms.resend',
  scope: 'messages:send',
  isTraffic: true,
  storesKey: true,
  /** `true` includes messages that were already sent again. */
  query: objectOf({ again: Switch }),
  status: 201,
  answer: Sent,
  problems: [...sendProblems, 'nothing_to_resend', 'already_resent', 'text_removed', 'send_window_closed'],
} as const

const mayStop =
  'A search may stop early, with few entries or none: then `searched_to` has the time that it came to, and `next` continues. Only a null `next` is the end.'

export const messages = resource('messages', 'messages', {
  send: route('POST /v2/messages', 'member', 'Send messages', {
    command: null,
    does: 'sms.send',
    scope: 'messages:send',
    isTraffic: true,
    storesKey: true,
    isLargeBody: true,
    description:
      'To numbers, contacts, address books and segments. Placeholders such as `{points}` are filled from `variables` of the recipient, then of the request, then from the contact. Only `contact_ids`, `book_ids` and `segment_ids` give contacts: a number in `to` has no fields. Recipients who cannot receive the message are counted and listed, and do not cause an error.',
    body: SendBody,
    example: {
      from: 'INFO',
      text: 'Habari {name}, una pointi {points}.',
      to: [{ number: '0712 345 678', reference: 'order-1', variables: { name: 'Amina', points: 20 } }],
      tags: ['loyalty'],
    },
    status: 201,
    answer: Sent,
    problems: [...sendProblems, ...orderProblems, 'invalid_callback_url', 'send_window_closed', 'send_window_too_late'],
  }),
  list: route('GET /v2/messages', 'viewer', 'List messages, newest first', {
    columns: 'id, createdAt, requestId, phone, stage, price, text',
    reads: 'messages.read',
    description: mayStop,
    query: queryOf(...messageFilters, 'cursor', 'limit'),
    answer: searchPageOf(Message),
  }),
  export: route('GET /v2/messages.csv', 'viewer', 'Export messages as CSV', {
    does: 'messages.export',
    query: queryOf(...messageFilters),
    answer: File,
    problems: ['too_many_exports'],
  }),
  get: route('GET /v2/messages/:message', 'viewer', 'Get a message with its timeline', {
    command: null,
    reads: 'messages.read',
    answer: objectOf({
      ...Message.properties,
      currency: Type.String(),
      /** Null unless the message is queued and its carrier accepts none. */
      delay: nullable(Delay),
      timeline: Type.Array(TimelineEntry),
    }),
  }),
  cancel: route('POST /v2/messages/:message/cancel', 'member', 'Cancel a pending message', cancel),
  resend: route('POST /v2/messages/:message/resend', 'member', 'Send an undelivered message again', resend),
})

export const quotes = resource('quotes', 'messages', {
  create: route('POST /v2/quotes', 'viewer', 'Get the price of a send', {
    command: null,
    does: null,
    isLargeBody: true,
    description:
      'With the body of a send. Nothing is sent. A credential that is limited to products needs `sms`: a quote shows the credit.',
    body: SendBody,
    example: { from: 'INFO', text: 'Karibu – “bei nafuu”', to: ['0712 345 678'], smartEncoding: true },
    answer: Quote,
    problems: [...sendProblems, ...orderProblems],
  }),
})

export const requests = resource('requests', 'messages', {
  list: route('GET /v2/requests', 'viewer', 'List requests to send, newest first', {
    columns: 'id, createdAt, sender, valid, invalid, campaign, tags, reference, text',
    reads: 'messages.read',
    description: mayStop,
    query: queryOf(...filters, 'cursor', 'limit'),
    answer: searchPageOf(Request),
  }),
  get: route('GET /v2/requests/:request', 'viewer', 'Get a request with its results', {
    reads: 'messages.read',
    answer: objectOf({
      ...Request.properties,
      pending: Type.Integer(),
      delivered: Type.Integer(),
      undelivered: Type.Integer(),
      /** Of all messages. Those that ended before a carrier accepted them cost nothing. */
      price: Amount,
      currency: Type.String(),
    }),
  }),
  recipients: route('GET /v2/requests/:request/recipients', 'viewer', 'List the recipients of a request', {
    columns: 'recipientId, number, outcome, messageId, stage, explanation, price, text',
    reads: 'messages.read',
    query: objectOf({ ...queryOf('cursor', 'limit').properties, refused: Switch }),
    parameters: { refused: 'only the recipients without a message' },
    answer: objectOf({
      ...listPageOf(RequestRecipient).properties,
      /** Recipients without a message: their number, and how many of them are stored and listed. */
      refused: objectOf({ total: Type.Integer(), kept: Type.Integer() }),
    }),
  }),
  cancel: route('POST /v2/requests/:request/cancel', 'member', 'Cancel the pending messages of a request', cancel),
  reschedule: route(
    'POST /v2/requests/:request/reschedule',
    'member',
    'Change the time of the pending messages of a request',
    {
      done: 'Moved to {dueAt}: {moved}. Too late to move: {tooLate}.',
      counts: 'moved',
      does: 'sms.move',
      scope: 'messages:send',
      body: objectOf({
        notBefore: nullable(
          Type.String({
            maxLength: 40,
            description: 'ISO 8601 with a zone, or yyyy-mm-dd hh:mm in GMT; null to send now',
          }),
        ),
      }),
      example: { notBefore: '2040-01-31T08:00:00Z' },
      answer: objectOf({ moved: Type.Integer(), tooLate: Type.Integer(), dueAt: Time }),
      problems: ['invalid_time', 'time_in_past'],
    },
  ),
  resend: route(
    'POST /v2/requests/:request/resend',
    'member',
    'Send the undelivered messages of a request again',
    resend,
  ),
})
