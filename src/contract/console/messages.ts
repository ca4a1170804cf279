import { type Static, Type } from 'typebox'
import { lanes } from '../../values/lane.ts'
import { Message, TimelineEntry } from '../account/messages.ts'
import { eventStates } from '../account/webhooks.ts'
import type { RouteShapes } from '../route.ts'
import { answerOf, listOf, nullable, oneOf, queryOf, Time } from '../shapes.ts'

/** A message of any account, for operators. */
export type OperatorMessage = Static<typeof OperatorMessage>
const OperatorMessage = answerOf({
  ...Message.properties,
  accountId: Type.Integer(),
  accountName: nullable(Type.String()),
  currency: Type.String(),
  lane: oneOf(lanes),
  /** The current route of its carrier; null when there is none. */
  route: nullable(answerOf({ id: Type.Integer(), prefix: Type.String(), place: Type.Integer() })),
  /** The reason why a pending message waits. */
  waitsFor: nullable(Type.String()),
  nextTryAt: nullable(Time),
  /** The carrier's ids of the message or of its segments. */
  references: Type.Array(Type.String()),
  timeline: Type.Array(TimelineEntry),
  /** The delivery reports for webhook endpoints. */
  events: Type.Array(
    answerOf({
      id: Type.Integer(),
      endpointId: Type.Integer(),
      url: Type.String(),
      state: oneOf(eventStates),
      attempts: Type.Integer(),
      /** The next attempt; null when there is none. */
      dueAt: nullable(Time),
      /** The reason why the last attempt failed; null when it succeeded. */
      problem: nullable(Type.String()),
    }),
  ),
})

export const messageRoutes = {
  'GET /messages/:message': { answer: OperatorMessage },
  /** The first messages of a request of any account. */
  'GET /requests/:request/messages': {
    query: queryOf('limit'),
    answer: listOf(answerOf({ ...Message.properties, accountId: Type.Integer() })),
  },
} as const satisfies RouteShapes
