import { type Static, Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { cursorPageOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'
import { Contact } from './contacts.ts'
import { conversationStatuses } from './conversations.ts'
import { TimelineEntry } from './timeline.ts'

/** The state of one phone number in an account. A part that the credential has no scope for is empty. */
export type NumberState = Static<typeof NumberState>
const NumberState = objectOf({
  phone: Type.String(),
  /** ISO 3166-1 alpha-2; null when it is unknown. */
  country: nullable(Type.String()),
  contacts: Type.Array(Contact),
  /** Null if the number has not opted out. */
  optOut: nullable(objectOf({ source: nullable(Type.String()), createdAt: Time })),
  /** On the do-not-disturb list of the installation. */
  doNotDisturb: Type.Boolean(),
  /** The newest consent; null without one. */
  consent: nullable(objectOf({ given: Type.Boolean(), source: Type.String(), at: Time })),
  conversations: Type.Array(
    objectOf({ id: Type.Integer(), channel: Type.String(), status: oneOf(conversationStatuses), lastAt: Time }),
  ),
})

export const numberRoutes = {
  'GET /v2/numbers/:phone': { answer: NumberState },
  'GET /v2/numbers/:phone/timeline': {
    query: queryOf('cursor', 'limit', 'kind'),
    answer: cursorPageOf(TimelineEntry),
  },
} as const satisfies RouteShapes
