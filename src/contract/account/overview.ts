import { resource, route } from '../route.ts'
import { Amount, objectOf, oneOf, queryOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { ReportFigures } from './reports.ts'

const attentionKinds = [
  'carrier_down',
  'provider_away',
  'approval_waiting',
  'credit_low',
  'webhook_failing',
  'sender_rejected',
  'sender_pending',
  'requests_refused',
] as const

const attentionPages = ['providers', 'approvals', 'credit', 'webhooks', 'senders', 'api/requests'] as const

/** The messages of one day, as in the report by day. */
export type Day = Static<typeof Day>
const Day = objectOf({ day: Type.String(), ...ReportFigures.properties })

/** A problem that a member or an operator should look at. */
export type Attention = Static<typeof Attention>
const Attention = objectOf({
  kind: oneOf(attentionKinds),
  text: Type.String(),
  page: oneOf(attentionPages),
  /** The values in the sentence, for texts in other languages. */
  detail: objectOf({
    /** The carrier, the provider, the sender name or the host of the webhook endpoint. */
    name: Type.Optional(Type.String()),
    /** Missing when only a minimum is known. */
    count: Type.Optional(Type.Integer()),
    since: Type.Optional(Time),
    reason: Type.Optional(Type.String()),
    /** The state of a webhook endpoint. */
    state: Type.Optional(oneOf(['failing', 'disabled', 'gone'])),
    product: Type.Optional(Type.String()),
    currency: Type.Optional(Type.String()),
    /** Missing when the credit is used up. */
    available: Type.Optional(Amount),
    level: Type.Optional(Amount),
  }),
})

export type Overview = Static<typeof Overview>
const Overview = objectOf({
  today: Day,
  /** The last 30 days, oldest first; the last one is today. */
  days: Type.Array(Day),
  attention: Type.Array(Attention),
})

export const overview = resource('overview', 'account', {
  get: route('GET /v2/overview', 'viewer', 'Get the messages of the last 30 days, and problems', {
    command: null,
    query: queryOf('timeZone'),
    parameters: { timeZone: 'the time zone of the days; by default `UTC`' },
    answer: Overview,
  }),
})
