import { lanes } from '../../values/sms.ts'
import { Message, TimelineEntry } from '../account/messages.ts'
import { eventStates } from '../account/webhooks.ts'
import { consoleResource, route } from '../route.ts'
import { listOf, nullable, objectOf, oneOf, queryOf, searchPageOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

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
  /** The carrier's ids of the message or of its parts. */
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

const FoundMessage = objectOf({ ...Message.properties, accountId: Type.Integer(), accountName: Type.String() })

export const consoleMessages = consoleResource('messages', {
  /** Searches the messages of all accounts. Tags, references and campaigns are found in one account only. */
  listAll: route('GET /messages', 'operator', 'List the messages of all accounts, newest first', {
    command: 'message list --all',
    columns: 'accountId, accountName, id, createdAt, requestId, phone, stage, price, text',
    reads: 'messages.read',
    query: queryOf('number', 'request', 'status', 'reason', 'sender', 'from', 'to', 'cursor', 'limit'),
    answer: searchPageOf(FoundMessage),
  }),
  getAny: route('GET /messages/:message', 'operator', 'Get a message of any account', {
    command: null,
    reads: 'messages.read',
    answer: OperatorMessage,
  }),
  ofRequest: route(
    'GET /requests/:request/messages',
    'operator',
    'List the first messages of a request of any account',
    {
      command: null,
      reads: 'messages.read',
      query: queryOf('limit'),
      answer: listOf(objectOf({ ...Message.properties, accountId: Type.Integer() })),
    },
  ),
})
