import { resource, route } from '../route.ts'
import { nullable, objectOf, oneOf, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** All states except `open` are final. */
export const checkoutStates = ['open', 'paid', 'cancelled', 'expired'] as const
export type CheckoutState = (typeof checkoutStates)[number]

/** A checkout session. The address of its page is hidden, because it allows paying and cancelling. */
export type CheckoutSession = Static<typeof CheckoutSession>
const CheckoutSession = objectOf({
  id: Type.Integer(),
  /** The id chosen by the client. */
  transactionId: Type.String(),
  referenceNumber: Type.String(),
  /** Exactly as the client sent it. */
  amount: Type.String(),
  currency: Type.String(),
  phone: nullable(Type.String()),
  status: oneOf(checkoutStates),
  provider: Type.String(),
  tries: Type.Integer(),
  hasSecureToken: Type.Boolean(),
  createdAt: Time,
  expiresAt: Time,
  /** Set while a payment is running. */
  startedAt: nullable(Time),
  endedAt: nullable(Time),
})

export const checkout = resource('checkout', 'checkout', {
  list: route('GET /v2/checkout', 'viewer', 'List checkout sessions, newest first', {
    columns: 'id, transactionId, referenceNumber, amount, currency, phone, status, createdAt, endedAt',
    reads: 'checkout.read',
    ...pagesOf(CheckoutSession, 'number', 'status'),
  }),
  get: route('GET /v2/checkout/:session', 'viewer', 'Get a checkout session', {
    reads: 'checkout.read',
    answer: CheckoutSession,
  }),
})
