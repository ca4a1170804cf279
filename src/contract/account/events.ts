import { Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { listPageOf, objectOf, queryOf, Time } from '../shapes.ts'

/** A counted note for an account. */
const AccountEvent = objectOf({
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
  'GET /v2/events': { query: queryOf('cursor', 'limit'), answer: listPageOf(AccountEvent) },
} as const satisfies RouteShapes
