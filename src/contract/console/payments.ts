import { consoleResource, route } from '../route.ts'
import { Amount, described, nullable, objectOf, oneOf, optional, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

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

/** Without control characters, which the database cannot store. */
const cell = optional(
  Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }),
  'as in the statement of the provider',
)

/** A line of a provider's statement. */
export type StatementLine = Static<typeof StatementLine>
const StatementLine = objectOf({
  paymentId: cell,
  reference: cell,
  receipt: cell,
})

export const payments = consoleResource('payments', {
  list: route('GET /payments', 'operator', 'List payments', {
    columns: 'id, paymentId, accountId, startedAt, provider, phone, amount, currency, receipt, state, reason, refund',
    reads: 'payments.read',
    ...pagesOf(Payment, 'list', 'provider', 'from', 'to'),
  }),
  end: route('POST /payments/:payment/end', 'operator', 'Set the result of a payment', {
    columns: 'state, refund, amount, currency',
    does: 'payments.end',
    asksProof: true,
    body: objectOf({
      as: described(oneOf(['paid', 'failed']), 'the result of the payment'),
      reason: Type.String({ ...words, description: 'why it has this result' }),
      receipt: cell,
    }),
    answer: Payment,
  }),
  markRefunded: route('POST /payments/:payment/refunded', 'operator', 'Mark a payment as refunded', {
    columns: 'amount, currency, refundedAt, refundNote',
    does: 'payments.refunded',
    body: objectOf({ note: Type.String({ ...words, description: 'how the money was returned' }) }),
    answer: Payment,
  }),
  /** Finds the payments of statement lines, in the same order; null for an unknown line. */
  match: route('POST /payments/match', 'operator', 'Find the payments of statement lines', {
    command: null,
    does: 'payments.reconcile',
    body: objectOf({
      provider: Type.String({ minLength: 1, maxLength: 32 }),
      lines: Type.Array(StatementLine, { minItems: 1, maxItems: 500 }),
    }),
    answer: objectOf({ data: Type.Array(nullable(Payment)) }),
  }),
})
