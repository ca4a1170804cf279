import { ReportFigures } from '../account/reports.ts'
import { consoleResource, File, route } from '../route.ts'
import { Amount, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { providerProducts, providerStatus } from './providers.ts'
import { CarrierMinute } from './routing.ts'
import { Queue } from './sms.ts'

/** `credit_used_up` and `credit_low` refer to the SMS credit. */
export const accountStates = ['active', 'credit_low', 'credit_used_up', 'suspended'] as const
export type AccountState = (typeof accountStates)[number]

/** An account with its SMS credit, and its messages of the last 24 hours. */
export type OverviewAccount = Static<typeof OverviewAccount>
const OverviewAccount = objectOf({
  id: Type.Integer(),
  name: Type.String(),
  state: oneOf(accountStates),
  currency: Type.String(),
  /** The available SMS credit; null without a balance. */
  available: nullable(Amount),
  messages: Type.Integer(),
  failed: Type.Integer(),
  deliveryRate: nullable(Type.Number()),
})

const FailureReason = objectOf({
  reason: Type.String(),
  /** The reason as a sentence. */
  text: Type.String(),
  count: Type.Integer(),
})

const BindProblem = objectOf({ place: Type.Integer(), since: Time, problem: nullable(Type.String()) })

export type OverviewCarrier = Static<typeof OverviewCarrier>
const OverviewCarrier = objectOf({
  name: Type.String(),
  kind: Type.String(),
  ...providerStatus,
  /** Messages per second that it accepted in the last minute. */
  perSecond: Type.Number(),
  /** The last hour. */
  minutes: Type.Array(CarrierMinute),
  binds: objectOf({ up: Type.Integer(), total: Type.Integer() }),
  /** The used places in the windows of the connected binds; null for a carrier without binds, or with none connected. */
  window: nullable(objectOf({ used: Type.Integer(), size: Type.Integer() })),
  /** How often it asked for a lower rate in the last five minutes. */
  throttles: Type.Integer(),
  /** How often the bind with the most losses was lost in the last five minutes. */
  losses: Type.Integer(),
  /** Messages of the last 24 hours. */
  figures: ReportFigures,
  /** The most frequent reasons first. */
  failures: Type.Array(FailureReason),
  problems: Type.Array(BindProblem),
})

export type OverviewProvider = Static<typeof OverviewProvider>
const OverviewProvider = objectOf({
  product: oneOf(providerProducts),
  name: Type.String(),
  kind: Type.String(),
  ...providerStatus,
  /** Open transfers, payments or messages that only this provider can finish. */
  open: Type.Integer(),
})

const PendingSender = objectOf({
  id: Type.Integer(),
  sender: Type.String(),
  accountId: Type.Integer(),
  accountName: nullable(Type.String()),
  createdAt: Time,
})

export type OperatorOverview = Static<typeof OperatorOverview>
const OperatorOverview = objectOf({
  at: Time,
  figures: objectOf({
    timeZone: Type.String(),
    /** Empty if accounts have several. */
    currency: Type.String(),
    today: ReportFigures,
    /** The last 24 hours, from the beginning of an hour. */
    lastDay: ReportFigures,
  }),
  /** Those that need attention, then those with most messages in the last 24 hours. */
  accounts: Type.Array(OverviewAccount),
  /** Sender names that wait for approval. */
  approvals: objectOf({
    count: Type.Integer(),
    /** Whether there are more than were counted. */
    more: Type.Boolean(),
    oldest: Type.Array(PendingSender),
  }),
  carriers: Type.Array(OverviewCarrier),
  providers: Type.Array(OverviewProvider),
  queues: Type.Array(Queue),
  waiting: objectOf({
    messages: Type.Integer(),
    scheduled: Type.Integer(),
    inHand: Type.Integer(),
    /** The age of the oldest due message; null without one. */
    oldestSeconds: nullable(Type.Integer()),
    more: Type.Boolean(),
  }),
})

export const consoleOverview = consoleResource('overview', {
  installation: route('GET /overview', 'operator', 'Get an overview of the installation', {
    command: null,
    query: queryOf('timeZone'),
    answer: OperatorOverview,
  }),
})

const liveTopics = ['messages', 'inbound', 'events', 'imports', 'conversations'] as const
export type LiveTopic = (typeof liveTopics)[number]

/** The data of each live event, by name. Clients reload the data of a topic through the ordinary routes. */
export const LiveEvents = Type.Object({
  /** The topics that changed since the last event. */
  changed: Type.Array(oneOf(liveTopics), { minItems: 1 }),
})
export type LiveEvents = Static<typeof LiveEvents>

export const live = consoleResource('live', {
  /** Server-sent events that name the changed lists. */
  stream: route('GET /accounts/:account/live', 'viewer', 'Stream the changes of an account', {
    command: null,
    answer: File,
  }),
})
