import type { conversationRoutes } from '../conversations.ts'
import type { numberRoutes } from '../numbers.ts'
import type { reportRoutes } from '../reports.ts'
import type { Docs } from './doc.ts'
import { sendProblems } from './messages.ts'

const replyProblems = [
  ...sendProblems,
  'invalid_message',
  'opted_out',
  'reply_sender_missing',
  'chat_template_required',
] as const

export const numberDocs: Docs<typeof numberRoutes> = {
  'GET /v2/numbers/:phone': [
    'numbers.get',
    'Get the state of a phone number',
    {
      description:
        'Its contacts, opt-out, consent and conversations. The number is in local or international form, and need not be known. Parts that the credential has no scope for are empty, and so are conversations on channels that it cannot read.',
      problems: ['invalid_phone'],
    },
  ],
  'GET /v2/numbers/:phone/timeline': [
    'numbers.timeline',
    'List the history of a phone number, newest first',
    {
      description:
        'Messages, incoming messages, chat, PINs, airtime, payments, consents and opt-outs in one list. Only the kinds that the credential has a scope for.',
      parameters: { kind: 'only these kinds, separated by commas, such as `message,inbound`' },
      problems: ['invalid_phone'],
    },
  ],
}

export const conversationDocs: Docs<typeof conversationRoutes> = {
  'GET /v2/conversations': [
    'conversations.list',
    'List conversations, latest message first',
    {
      description:
        'In addition to `conversations:read`, a credential needs `messages:read` or `inbound:read` for conversations by SMS, and `chat:read` for those by chat. Others look missing. Without `contacts:read`, `name` is empty; without `optouts:read`, `opted_out` is false. With `unread` or `channel`, a page looks at 5,000 conversations, and may be empty before the last one: go on while `next` is not null.',
      parameters: {
        status: '`open`, `closed` or `all`; by default `open`',
        assignee: 'only conversations of this member; `me` and `none` also work',
        unread: '`true` lists only conversations that the caller has not read',
        channel: '`sms`, or a chat service',
        q: 'a number in any form, its last digits, or a name of a contact',
      },
    },
  ],
  'GET /v2/conversations/counts': [
    'conversations.counts',
    'Count conversations that need attention',
    { description: 'Only conversations that the credential can read.' },
  ],
  'GET /v2/conversations/assignees': ['conversations.assignees', 'List the members who can answer'],
  'POST /v2/conversations': [
    'conversations.start',
    'Start a conversation by SMS',
    {
      description:
        'Sends the text as a normal message. A number has one conversation by SMS, which is opened again. A credential also needs `messages:send`.',
      body: { phone: '0712 345 678', text: 'Habari, your order is ready.', from: 'INFO' },
      problems: [...replyProblems, 'invalid_phone'],
    },
  ],
  'GET /v2/conversations/:conversation': ['conversations.get', 'Get a conversation'],
  'PUT /v2/conversations/:conversation': [
    'conversations.update',
    'Assign, close or reopen a conversation',
    {
      description: 'A credential also needs `messages:send` for SMS, and `chat:send` for chat.',
      body: { status: 'closed' },
      problems: ['assignee_not_found'],
    },
  ],
  'GET /v2/conversations/:conversation/entries': [
    'conversations.entries',
    'List the messages and notes of a conversation, newest first',
  ],
  'POST /v2/conversations/:conversation/replies': [
    'conversations.reply',
    'Reply',
    {
      description:
        'Sends the text as a normal message: routes, credit and opt-outs apply. With `replies`, it is refused if a member has replied since, so that a person does not get two answers. A credential also needs `messages:send` for SMS, and `chat:send` for chat.',
      body: { text: 'Habari, it is on its way.', replies: 1 },
      problems: [...replyProblems, 'already_replied'],
    },
  ],
  'POST /v2/conversations/:conversation/notes': [
    'conversations.note',
    'Add an internal note',
    {
      description: 'Only members see it. A credential also needs `messages:send` for SMS, and `chat:send` for chat.',
      body: { text: 'Called back, wants a refund.' },
    },
  ],
  'POST /v2/conversations/:conversation/read': [
    'conversations.read',
    'Mark a conversation as read',
    { description: 'For the calling user. A key or token changes nothing.', body: { incoming: 1 } },
  ],
}

const reportParameters = {
  by: '`day`, `hour`, `carrier`, `country`, `sender`, `campaign` or `reason`; by default `day`',
  from: 'first day, such as `2026-11-01`; by default 29 days before `to`',
  to: 'last day; by default today',
  timeZone: 'the time zone of days and hours, such as `Africa/Dar_es_Salaam`; by default `UTC`',
  carrier: 'only messages over this carrier',
  country: 'only messages to this country, such as `TZ`',
  campaign: 'only messages of the campaign with this id; `0` for messages without one',
  sender: 'only messages with this sender ID',
  reason: 'only messages that failed with this reason',
}

export const reportDocs: Docs<typeof reportRoutes> = {
  'GET /v2/reports': [
    'reports.get',
    'Get a report on messages',
    {
      description:
        'A message counts in the hour in which it was submitted, or in which it failed before. Its later status changes the figures of that hour, so they add up: `messages` = `delivered` + `failed` + `pending`. Reports stay complete after messages are removed. At most 366 days, and 31 days by hour.',
      parameters: reportParameters,
    },
  ],
  'GET /v2/reports.csv': [
    'reports.export',
    'Export a report as CSV',
    { description: 'All groups, with the columns of the report.', parameters: reportParameters },
  ],
}
