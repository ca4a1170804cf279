import type { Static, TSchema } from 'typebox'
import type { ProblemCode } from '../../../values/problems.ts'
import type { Bytes, RouteShapes } from '../../route.ts'

/**
 * The topics of the account API, by their names in clients: a title, and the type of the items of `list`. Everything
 * that is not here comes from the schemas, the scopes and the paths of the routes.
 */
export const topics = {
  messages: ['Messages', 'Message'],
  requests: ['Requests to send', 'SendRequest'],
  quotes: ['Quotes', null],
  campaigns: ['Campaigns', 'Campaign'],
  scheduled: ['Scheduled requests', 'ScheduledRequest'],
  sendingWindow: ['Sending window', null],
  senders: ['Sender IDs', 'Sender'],
  templates: ['Templates', 'Template'],
  contacts: ['Contacts', 'Contact'],
  books: ['Address books', 'Book'],
  contactFields: ['Contact fields', 'ContactField'],
  segments: ['Segments', 'Segment'],
  imports: ['Imports of contacts', 'Import'],
  inbound: ['Incoming messages', 'InboundMessage'],
  conversations: ['Conversations', 'Conversation'],
  numbers: ['Phone numbers', null],
  optouts: ['Opt-outs', 'OptOut'],
  consents: ['Consents', 'Consent'],
  webhooks: ['Webhooks', 'Webhook'],
  balances: ['Balances', 'Balance'],
  statement: ['Statement', 'LedgerEntry'],
  prices: ['Prices', 'Price'],
  airtime: ['Airtime transfers', 'Transfer'],
  chat: ['Chat conversations', null],
  checkout: ['Checkout sessions', 'CheckoutSession'],
  otp: ['One-time PIN applications', null],
  reports: ['Reports', null],
  search: ['Search', null],
  account: ['Account', null],
  overview: ['Overview', null],
  events: ['Events', 'AccountEvent'],
  refused: ['Rejected requests', 'RejectedRequests'],
} as const satisfies Readonly<Record<string, readonly [title: string, item: string | null]>>

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
