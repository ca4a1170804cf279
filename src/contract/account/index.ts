import { byRoute } from '../route.ts'
import { account } from './account.ts'
import { airtime } from './airtime.ts'
import { balances, prices, statement } from './balance.ts'
import { campaigns } from './campaign-routes.ts'
import { checkout } from './checkout.ts'
import { consents, optouts } from './consent.ts'
import { contactFields } from './contact-fields.ts'
import { books, contacts, imports } from './contact-routes.ts'
import { conversations } from './conversations.ts'
import { events } from './events.ts'
import { inbound } from './inbound.ts'
import { messages, quotes, requests } from './message-routes.ts'
import { numbers } from './numbers.ts'
import { otp } from './otp.ts'
import { overview } from './overview.ts'
import { reports } from './reports.ts'
import { requestLog } from './request-log.ts'
import { search } from './search.ts'
import { segments } from './segments.ts'
import { senders } from './senders.ts'
import { scheduled } from './sms.ts'
import { templates } from './templates.ts'
import { webhooks } from './webhooks.ts'

/**
 * The resources of the account API, in the order of its documentation: the routes, a title, the type of the items of
 * `list`, and a description.
 */
export const topics = {
  messages: [messages, 'Messages', 'Message', 'Send messages, and follow each one.'],
  requests: [
    requests,
    'Requests to send',
    'SendRequest',
    'One request to send can have many messages. Cancel the pending ones of a request.',
  ],
  quotes: [quotes, 'Quotes', null, 'The parts and the price of a message, without sending it.'],
  campaigns: [
    campaigns,
    'Campaigns',
    'Campaign',
    'One text to many people: prepare, start, pause, cancel and repeat it.',
  ],
  scheduled: [scheduled, 'Scheduled requests', 'ScheduledRequest', 'Requests that wait for their time.'],
  senders: [senders, 'Sender IDs', 'Sender', 'The names that messages come from.'],
  templates: [templates, 'Templates', 'Template', 'Texts that are used again.'],
  contacts: [contacts, 'Contacts', 'Contact', 'The people in the address books of the account.'],
  books: [books, 'Address books', 'Book', 'Lists of contacts.'],
  contactFields: [
    contactFields,
    'Contact fields',
    'ContactField',
    'Own fields of contacts, such as a customer number.',
  ],
  segments: [segments, 'Segments', 'Segment', 'Saved filters of contacts.'],
  imports: [imports, 'Imports of contacts', 'Import', 'Contacts from a CSV file.'],
  inbound: [inbound, 'Incoming messages', 'InboundMessage', 'Messages that people sent to the numbers of the account.'],
  conversations: [
    conversations,
    'Conversations',
    'Conversation',
    'Messages with one person in both directions, by SMS and chat, in a shared inbox.',
  ],
  numbers: [numbers, 'Phone numbers', null, 'All that is known about one phone number.'],
  optouts: [optouts, 'Opt-outs', 'OptOut', 'Numbers that get no messages.'],
  consents: [consents, 'Consents', 'Consent', 'Who agreed to get messages, when and how.'],
  webhooks: [webhooks, 'Webhooks', 'Webhook', 'Endpoints that receive events, their events and delivery attempts.'],
  balances: [balances, 'Balances', 'Balance', 'The credit of each product.'],
  statement: [statement, 'Statement', 'LedgerEntry', 'The entries of the ledger.'],
  prices: [prices, 'Prices', 'Price', 'The prices that the account pays.'],
  airtime: [airtime, 'Airtime transfers', 'Transfer', 'Airtime that was sent to phone numbers.'],
  checkout: [checkout, 'Checkout sessions', 'CheckoutSession', 'Payment pages that were opened.'],
  otp: [otp, 'One-time PIN applications', null, 'Applications that send one-time PINs.'],
  reports: [reports, 'Reports', null, 'Counted messages by day, sender, country and more.'],
  search: [search, 'Search', null, 'Finds messages, contacts, campaigns and pages.'],
  account: [account, 'Account', null, 'Name, country and settings of the account.'],
  overview: [overview, 'Overview', null, 'The figures of the last days, and what needs attention.'],
  events: [events, 'Events', 'AccountEvent', 'Notifications to the account.'],
  requestLog: [requestLog, 'Request log', 'LoggedRequest', 'API requests, and why some were rejected.'],
} as const satisfies Readonly<
  Record<string, readonly [resource: object, title: string, item: string | null, about: string]>
>

export const accountApiRoutes = byRoute(Object.values(topics).map(([resource]) => resource))

export type AccountApiRoute = keyof typeof accountApiRoutes
