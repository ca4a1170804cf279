import type { Static, TSchema } from 'typebox'
import type { ProblemCode } from '../../../values/problems.ts'
import type { Bytes, RouteShapes } from '../../route.ts'

/**
 * The topics of the account API, by their names in clients: a title, the type of the items of `list`, and a description. Everything
 * that is not here comes from the schemas, the scopes and the paths of the routes.
 */
export const topics = {
  messages: ['Messages', 'Message', 'Send messages, and follow each one.'],
  requests: [
    'Requests to send',
    'SendRequest',
    'One request to send can have many messages. Cancel the pending ones of a request.',
  ],
  quotes: ['Quotes', null, 'The parts and the price of a message, without sending it.'],
  campaigns: ['Campaigns', 'Campaign', 'One text to many people: prepare, start, pause, cancel and repeat it.'],
  scheduled: ['Scheduled requests', 'ScheduledRequest', 'Requests that wait for their time.'],
  sendingWindow: ['Sending window', null, 'The hours in which messages may be sent.'],
  senders: ['Sender IDs', 'Sender', 'The names that messages come from.'],
  templates: ['Templates', 'Template', 'Texts that are used again.'],
  contacts: ['Contacts', 'Contact', 'The people in the address books of the account.'],
  books: ['Address books', 'Book', 'Lists of contacts.'],
  contactFields: ['Contact fields', 'ContactField', 'Own fields of contacts, such as a customer number.'],
  segments: ['Segments', 'Segment', 'Saved filters of contacts.'],
  imports: ['Imports of contacts', 'Import', 'Contacts from a CSV file.'],
  inbound: ['Incoming messages', 'InboundMessage', 'Messages that people sent to the numbers of the account.'],
  conversations: ['Conversations', 'Conversation', 'Messages with one person in both directions, in a shared inbox.'],
  numbers: ['Phone numbers', null, 'All that is known about one phone number.'],
  optouts: ['Opt-outs', 'OptOut', 'Numbers that get no messages.'],
  consents: ['Consents', 'Consent', 'Who agreed to get messages, when and how.'],
  webhooks: ['Webhooks', 'Webhook', 'Endpoints that receive events, their events and delivery attempts.'],
  balances: ['Balances', 'Balance', 'The credit of each product.'],
  statement: ['Statement', 'LedgerEntry', 'The entries of the ledger.'],
  prices: ['Prices', 'Price', 'The prices that the account pays.'],
  airtime: ['Airtime transfers', 'Transfer', 'Airtime that was sent to phone numbers.'],
  chat: ['Chat conversations', null, 'Conversations on chat channels, such as WhatsApp.'],
  checkout: ['Checkout sessions', 'CheckoutSession', 'Payment pages that were opened.'],
  otp: ['One-time PIN applications', null, 'Applications that send one-time PINs.'],
  reports: ['Reports', null, 'Counted messages by day, sender, country and more.'],
  search: ['Search', null, 'Finds messages, contacts, campaigns and pages.'],
  account: ['Account', null, 'Name, country and settings of the account.'],
  overview: ['Overview', null, 'The figures of the last days, and what needs attention.'],
  events: ['Events', 'AccountEvent', 'Notifications to the account.'],
  refused: ['Rejected requests', 'RejectedRequests', 'Requests that the API rejected, with hints.'],
} as const satisfies Readonly<Record<string, readonly [title: string, item: string | null, description: string]>>

export type Topic = keyof typeof topics

interface Details {
  readonly description?: string
  /** Replaces the general description of a query parameter, by its name in TypeScript. */
  readonly parameters?: Readonly<Record<string, string>>
  /** The codes of this route only. Codes that follow from its method, path, query and body are added. */
  readonly problems?: readonly ProblemCode[]
  /** The answer is a file that is not CSV. */
  readonly isBinary?: boolean
  /** Only of routes with a body. */
  readonly body?: unknown
}

/** An example of the body, with the names of TypeScript; a CSV file is a string. A test sends it to a server. */
type Example<Body extends TSchema> = Static<Body> extends Bytes ? string : Static<Body>

/** The name of a route in clients, its summary, and more. */
export type Doc<Shape = unknown> = readonly [
  id: `${Topic}.${string}`,
  summary: string,
  ...details: Shape extends { readonly body: infer Body extends TSchema }
    ? [Details & { readonly body: Example<Body> }]
    : [Details?],
]

/** Every route has its documentation. */
export type Docs<Routes extends RouteShapes> = { readonly [Route in keyof Routes]: Doc<Routes[Route]> }
