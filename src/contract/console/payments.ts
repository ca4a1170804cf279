import { type Static, Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { Amount, nullable, objectOf, oneOf, pageOf, queryOf, Time } from '../shapes.ts'

/** started: the provider has not answered yet. paid and failed are final. */
export const paymentStates = ['started', 'pending', 'paid', 'failed'] as const
export type PaymentState = (typeof paymentStates)[number]

export const refundStates = ['due', 'done'] as const
export type RefundState = (typeof refundStates)[number]

/** An attempt to pay for a checkout session. */
export type Payment = Static<typeof Payment>
const Payment = objectOf({
  id: Type.Integer(),
  accountId: Type.Integer(),
  sessionId: Type.Integer(),
  /** The id that the provider knows. */
  paymentId: Type.String(),
  provider: Type.String(),
  method: oneOf(['prompt', 'redirect']),
  phone: nullable(Type.String()),
  amount: Amount,
  currency: Type.String(),
  /** The provider's own id. */
  reference: nullable(Type.String()),
  receipt: nullable(Type.String()),
  state: oneOf(paymentStates),
  reason: nullable(Type.String()),
  startedAt: Time,
  /** Since when the result is missing for longer than usual. */
  unknownAt: nullable(Time),
  endedAt: nullable(Time),
  /** due: money that must be returned to the payer. */
  refund: nullable(oneOf(refundStates)),
  refundedAt: nullable(Time),
  refundedBy: nullable(Type.String()),
  refundNote: nullable(Type.String()),
})

/** The lists of payments. open: without a result. */
export const paymentLists = ['all', 'open', 'unknown', 'refunds', 'paid'] as const
export type PaymentList = (typeof paymentLists)[number]

const words = { minLength: 1, maxLength: 200, pattern: '\\S' }

const RefundedBody = objectOf({ note: Type.String(words) })

/** Without control characters, which the database cannot store. */
const cell = Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }))

const EndBody = objectOf({ as: oneOf(['paid', 'failed']), reason: Type.String(words), receipt: cell })

/** A line of a provider's statement. */
export type StatementLine = Static<typeof StatementLine>
const StatementLine = objectOf({
  paymentId: cell,
  reference: cell,
  receipt: cell,
})

const MatchBody = objectOf({
  provider: Type.String({ minLength: 1, maxLength: 32 }),
  lines: Type.Array(StatementLine, { minItems: 1, maxItems: 500 }),
})

export const paymentRoutes = {
  'GET /payments': { query: queryOf('page', 'limit', 'list', 'provider', 'from', 'to'), answer: pageOf(Payment) },
  'POST /payments/:payment/end': { body: EndBody, answer: Payment },
  'POST /payments/:payment/refunded': { body: RefundedBody, answer: Payment },
  /** Finds the payments of statement lines, in the same order; null for an unknown line. */
  'POST /payments/match': { body: MatchBody, answer: objectOf({ data: Type.Array(nullable(Payment)) }) },
} as const satisfies RouteShapes
