import { type Static, Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { listPageOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

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

export const checkoutRoutes = {
  'GET /v2/checkout': { query: queryOf('cursor', 'limit', 'number', 'status'), answer: listPageOf(CheckoutSession) },
  'GET /v2/checkout/:session': { answer: CheckoutSession },
} as const satisfies RouteShapes
