import type { accountRoutes } from '../account.ts'
import type { airtimeRoutes } from '../airtime.ts'
import type { balanceRoutes } from '../balance.ts'
import type { chatRoutes } from '../chat.ts'
import type { checkoutRoutes } from '../checkout.ts'
import type { eventRoutes } from '../events.ts'
import type { otpRoutes } from '../otp.ts'
import type { overviewRoutes } from '../overview.ts'
import type { refusalRoutes } from '../refusals.ts'
import type { searchRoutes } from '../search.ts'
import type { webhookRoutes } from '../webhooks.ts'
import type { Docs } from './doc.ts'

const headerProblems = ['url_not_allowed', 'invalid_header'] as const

export const webhookDocs: Docs<typeof webhookRoutes> = {
  'GET /v2/webhooks': ['webhooks.list', 'List webhook endpoints'],
  'POST /v2/webhooks': [
    'webhooks.create',
    'Create a webhook endpoint',
    {
      description: 'The secret that signs its requests is shown only in this response.',
      body: { event: 'delivery-report', url: 'https://shop.example.com/ngoma' },
      problems: [...headerProblems, 'endpoint_limit'],
    },
  ],
  'GET /v2/webhooks/:endpoint': ['webhooks.get', 'Get a webhook endpoint'],
  'PUT /v2/webhooks/:endpoint': [
    'webhooks.update',
    'Change a webhook endpoint',
    {
      body: { headers: { 'X-Shop': 'duka' } },
      problems: [...headerProblems, 'headers_of_other_server', 'endpoint_of_messages'],
    },
  ],
  'DELETE /v2/webhooks/:endpoint': ['webhooks.delete', 'Delete a webhook endpoint'],
  'POST /v2/webhooks/:endpoint/rotate': [
    'webhooks.rotate',
    'Rotate the secret of a webhook endpoint',
    { description: 'Both secrets sign requests for 24 hours.', problems: ['rotation_limit'] },
  ],
  'POST /v2/webhooks/:endpoint/test': ['webhooks.test', 'Send a test event', { problems: ['endpoint_disabled'] }],
  'GET /v2/webhooks/:endpoint/events': ['webhooks.events', 'List the events of a webhook endpoint'],
  'GET /v2/webhooks/:endpoint/attempts': [
    'webhooks.attempts',
    'List delivery attempts',
    { parameters: { event: 'only attempts for the event with this id' }, problems: ['event_not_found'] },
  ],
  'POST /v2/webhooks/:endpoint/repeat': [
    'webhooks.repeat',
    'Send events again',
    {
      description: 'Either one event, or all events since a time.',
      body: { since: '2026-01-31T08:00:00Z', failedOnly: true },
      problems: ['event_not_found', 'invalid_time', 'endpoint_disabled'],
    },
  ],
}

export const balanceDocs: Docs<typeof balanceRoutes> = {
  'GET /v2/balances': ['balances.list', 'List balances'],
  'PUT /v2/balances/:product/reminders': [
    'balances.setReminders',
    'Set reminders about a low balance',
    { body: { creditLevel: '5000', emailReminder: true }, problems: ['invalid_phone', 'reminder_phone_missing'] },
  ],
  'GET /v2/statement': ['statement.list', 'List ledger entries, newest first'],
  'GET /v2/statement.csv': ['statement.export', 'Export ledger entries as CSV'],
  'GET /v2/prices': ['prices.list', 'List prices'],
}

export const airtimeDocs: Docs<typeof airtimeRoutes> = {
  'GET /v2/airtime': ['airtime.list', 'List airtime transfers, newest first'],
  'POST /v2/airtime': [
    'airtime.send',
    'Send airtime',
    {
      body: { phone: '0712 345 678', amount: '500', reference: 'order-4711' },
      problems: ['invalid_phone', 'reference_used', 'no_route', 'insufficient_balance'],
    },
  ],
}

const chatProblems = ['invalid_content', 'no_route', 'chat_template_required', 'insufficient_balance'] as const

export const chatDocs: Docs<typeof chatRoutes> = {
  'GET /v2/chat/conversations': ['chat.conversations', 'List conversations, newest first'],
  'GET /v2/chat/conversations/:conversation': ['chat.conversation', 'Get a conversation'],
  'GET /v2/chat/conversations/:conversation/messages': ['chat.messages', 'List the messages of a conversation'],
  'POST /v2/chat/conversations': [
    'chat.start',
    'Start a conversation with a text or a template',
    {
      body: { channel: 'whatsapp', from: 'SHOP', to: '0712 345 678', text: 'Habari!' },
      problems: [...chatProblems, 'invalid_phone'],
    },
  ],
  'POST /v2/chat/conversations/:conversation/messages': [
    'chat.send',
    'Send a text or a template',
    { body: { text: 'Karibu tena' }, problems: chatProblems },
  ],
  'GET /v2/chat/conversations/:conversation/messages/:message/media': [
    'chat.media',
    'Download the file of a message',
    { isBinary: true, problems: ['media_not_allowed', 'media_unavailable'] },
  ],
  'GET /v2/chat/addresses': ['chat.addresses', 'List the names and numbers to write from'],
  'GET /v2/chat/templates': ['chat.templates', 'List the templates of the channels'],
}

export const checkoutDocs: Docs<typeof checkoutRoutes> = {
  'GET /v2/checkout': ['checkout.list', 'List checkout sessions, newest first'],
  'GET /v2/checkout/:session': ['checkout.get', 'Get a checkout session'],
}

const appProblems = ['pin_placeholder_missing', 'invalid_channels', 'unknown_country'] as const

export const otpDocs: Docs<typeof otpRoutes> = {
  'GET /v2/otp/apps': ['otp.apps', 'List applications'],
  'POST /v2/otp/apps': [
    'otp.createApp',
    'Create an application',
    { body: { name: 'Web shop', sender: 'INFO', text: 'Namba yako ni {pin}' }, problems: appProblems },
  ],
  'GET /v2/otp/apps/:app': ['otp.app', 'Get an application'],
  'PUT /v2/otp/apps/:app': [
    'otp.updateApp',
    'Change an application',
    { body: { pinLength: 6 }, problems: appProblems },
  ],
  'GET /v2/otp/requests': ['otp.requests', 'List requests for PINs, newest first'],
  'GET /v2/otp/overview': ['otp.overview', 'Get the share of verified PINs'],
  'GET /v2/otp/blocks': ['otp.blocks', 'List the ranges that the fraud guard blocks'],
  'DELETE /v2/otp/blocks/:block': ['otp.unblock', 'Unblock a range'],
  'GET /v2/otp/allowance': ['otp.allowance', 'Get the allowed destinations of PINs'],
}

export const accountDocs: Docs<
  typeof accountRoutes & typeof overviewRoutes & typeof eventRoutes & typeof refusalRoutes & typeof searchRoutes
> = {
  'GET /v2/account': ['account.get', 'Get the account of the caller'],
  'PUT /v2/account': ['account.update', 'Change settings of the account', { body: { smartEncoding: false } }],
  'GET /v2/search': [
    'search.find',
    'Find numbers, contacts, conversations, messages, campaigns, requests, templates, address books, segments and events',
    {
      description:
        'A number is found in any form, or by its last four digits or more. Messages and requests are found by ID, number, reference or campaign, contacts by the words of their name, conversations by the number or the contact, campaigns, templates, address books and segments by ID or a part of their name. A credential finds only what it may list. Each kind has a few results; `has_more` says that there are more.',
      parameters: { q: 'a number in any form, its last digits, a name, an ID, a reference or a campaign' },
    },
  ],
  'GET /v2/overview': [
    'overview.get',
    'Get the messages of the last 30 days, and problems',
    { parameters: { timeZone: 'the time zone of the days; by default `UTC`' } },
  ],
  'GET /v2/events': ['events.list', 'List notes about the account, newest first'],
  'GET /v2/refused': [
    'refused.list',
    'List rejected requests of the public API',
    { parameters: { credential: 'only requests with the key or token with this id' } },
  ],
}
