import { Type } from 'typebox'
import { answerOf, pageOf, queryOf, Time } from '../shapes.ts'
import type { RouteShapes } from './route.ts'

/** A counted note for an account. */
const AccountEvent = answerOf({
  id: Type.Integer(),
  /** A module and an event, such as `sms.sender_refused`. */
  kind: Type.String(),
  /** The object of the event; empty when it has none. */
  subject: Type.String(),
  /** The case of the event. */
  reason: Type.String(),
  count: Type.Integer(),
  firstAt: Time,
  lastAt: Time,
})

export const eventRoutes = {
  'GET /accounts/:account/events': { query: queryOf('page', 'limit'), answer: pageOf(AccountEvent) },
} as const satisfies RouteShapes
