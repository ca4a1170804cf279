import type { inboundRoutes } from '../inbound.ts'
import type { messageRoutes } from '../messages.ts'
import type { senderRoutes } from '../senders.ts'
import type { smsRoutes } from '../sms.ts'
import type { templateRoutes } from '../templates.ts'
import type { Docs } from './doc.ts'

export const sendProblems = [
  'daily_limit_reached',
  'insufficient_balance',
  'invalid_sender',
  'no_route',
  'queue_too_old',
  'sender_inactive',
  'unknown_sender',
] as const

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

const resendProblems = [
  ...sendProblems,
  'nothing_to_resend',
  'already_resent',
  'text_removed',
  'send_window_closed',
] as const

const mayStop =
  'A search may stop early, with few entries or none: then `searched_to` has the time that it came to, and `next` continues. Only a null `next` is the end.'

export const messageDocs: Docs<typeof messageRoutes> = {
  'POST /v2/messages': [
    'messages.send',
    'Send messages',
    {
      description:
        'To numbers, contacts, address books and segments. Placeholders such as `{points}` are filled from `variables` of the recipient, then of the request, then from the contact. Only `contact_ids`, `book_ids` and `segment_ids` give contacts: a number in `to` has no fields. Recipients who cannot receive the message are counted and listed, and do not cause an error.',
      body: {
        from: 'INFO',
        text: 'Habari {name}, una pointi {points}.',
        to: [{ number: '0712 345 678', reference: 'order-1', variables: { name: 'Amina', points: 20 } }],
        tags: ['loyalty'],
      },
      problems: [
        ...sendProblems,
        ...orderProblems,
        'invalid_callback_url',
        'send_window_closed',
        'send_window_too_late',
      ],
    },
  ],
  'POST /v2/quotes': [
    'quotes.create',
    'Get the price of a send',
    {
      description:
        'With the body of a send. Nothing is sent. A credential that is limited to products needs `sms`: a quote shows the credit.',
      body: { from: 'INFO', text: 'Karibu – “bei nafuu”', to: ['0712 345 678'], smartEncoding: true },
      problems: [...sendProblems, ...orderProblems],
    },
  ],
  'POST /v2/messages/:message/cancel': ['messages.cancel', 'Cancel a pending message'],
  'POST /v2/messages/:message/resend': [
    'messages.resend',
    'Send an undelivered message again',
    { problems: resendProblems },
  ],
  'GET /v2/requests/:request': ['requests.get', 'Get a request with its results'],
  'POST /v2/requests/:request/cancel': ['requests.cancel', 'Cancel the pending messages of a request'],
  'POST /v2/requests/:request/reschedule': [
    'requests.reschedule',
    'Change the time of the pending messages of a request',
    { body: { notBefore: '2040-01-31T08:00:00Z' }, problems: ['invalid_time', 'time_in_past'] },
  ],
  'POST /v2/requests/:request/resend': [
    'requests.resend',
    'Send the undelivered messages of a request again',
    { problems: resendProblems },
  ],
  'GET /v2/messages': ['messages.list', 'List messages, newest first', { description: mayStop }],
  'GET /v2/messages.csv': ['messages.export', 'Export messages as CSV', { problems: ['too_many_exports'] }],
  'GET /v2/messages/:message': ['messages.get', 'Get a message with its timeline'],
  'GET /v2/requests': ['requests.list', 'List requests to send, newest first', { description: mayStop }],
  'GET /v2/requests/:request/recipients': ['requests.recipients', 'List the recipients of a request'],
}

export const smsDocs: Docs<typeof smsRoutes> = {
  'GET /v2/scheduled': ['scheduled.list', 'List requests with pending messages'],
  'GET /v2/sending-window': ['sendingWindow.get', 'Get the hours for bulk messages'],
  'PUT /v2/sending-window': [
    'sendingWindow.update',
    'Set the hours for bulk messages',
    { body: { from: '08:00', to: '20:00' }, problems: ['invalid_send_window'] },
  ],
}

export const senderDocs: Docs<typeof senderRoutes> = {
  'GET /v2/senders': ['senders.list', 'List sender IDs'],
  'POST /v2/senders': [
    'senders.request',
    'Request a sender ID',
    {
      description: 'The operator approves or rejects it.',
      body: { sender: 'DUKA', sampleContent: 'Karibu dukani!' },
      problems: ['invalid_sender', 'sender_exists'],
    },
  ],
}

export const templateDocs: Docs<typeof templateRoutes> = {
  'GET /v2/templates': ['templates.list', 'List templates'],
  'GET /v2/templates/:template': ['templates.get', 'Get a template'],
  'POST /v2/templates': [
    'templates.create',
    'Create a template',
    { body: { title: 'Points', text: 'Habari {first_name}, una pointi {points}.' }, problems: ['invalid_message'] },
  ],
  'PUT /v2/templates/:template': [
    'templates.update',
    'Change a template',
    { body: { text: 'Habari {first_name}, karibu tena.' }, problems: ['invalid_message'] },
  ],
  'DELETE /v2/templates/:template': ['templates.delete', 'Delete a template'],
}

export const inboundDocs: Docs<typeof inboundRoutes> = {
  'GET /v2/inbound': [
    'inbound.list',
    'List incoming messages, newest first',
    { parameters: { number: 'only messages from this number, in local or international form, or its first digits' } },
  ],
  'GET /v2/inbound/words': ['inbound.words', 'Get the keywords to opt out, opt in again and get help'],
  'PUT /v2/inbound/words': [
    'inbound.setWords',
    'Set the keywords to opt out, opt in again and get help',
    {
      description: 'A list that is left out keeps its words.',
      body: { stop: ['stop', 'acha'], helpReply: 'Piga 0712 345 678' },
      problems: ['invalid_word'],
    },
  ],
}
