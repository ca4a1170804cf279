import { type Static, Type } from 'typebox'
import { lanes } from '../../values/lane.ts'
import { Message, TimelineEntry } from '../account/messages.ts'
import { eventStates } from '../account/webhooks.ts'
import type { RouteShapes } from '../route.ts'
import { listOf, nullable, objectOf, oneOf, queryOf, searchPageOf, Time } from '../shapes.ts'

/** A message of any account, for operators. */
export type OperatorMessage = Static<typeof OperatorMessage>
const OperatorMessage = objectOf({
  ...Message.properties,
  accountId: Type.Integer(),
  accountName: nullable(Type.String()),
  currency: Type.String(),
  lane: oneOf(lanes),
  /** The current route of its carrier; null when there is none. */
  route: nullable(objectOf({ id: Type.Integer(), prefix: Type.String(), place: Type.Integer() })),
  /** The reason why a pending message waits. */
  waitsFor: nullable(Type.String()),
  nextTryAt: nullable(Time),
  /** The carrier's ids of the message or of its segments. */
  references: Type.Array(Type.String()),
  timeline: Type.Array(TimelineEntry),
  /** The delivery reports for webhook endpoints. */
  events: Type.Array(
    objectOf({
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

/** Messages of any account in a search. */
const FoundMessage = objectOf({ ...Message.properties, accountId: Type.Integer(), accountName: Type.String() })

export const messageRoutes = {
  /** Searches the messages of all accounts. Tags, references and campaigns are found in one account only. */
  'GET /messages': {
    query: queryOf('number', 'request', 'status', 'reason', 'sender', 'from', 'to', 'cursor', 'limit'),
    answer: searchPageOf(FoundMessage),
  },
  'GET /messages/:message': { answer: OperatorMessage },
  /** The first messages of a request of any account. */
  'GET /requests/:request/messages': {
    query: queryOf('limit'),
    answer: listOf(objectOf({ ...Message.properties, accountId: Type.Integer() })),
  },
} as const satisfies RouteShapes
