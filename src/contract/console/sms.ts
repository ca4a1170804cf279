import { lanes } from '../../values/sms.ts'
import { consoleResource, route } from '../route.ts'
import { listOf, nullable, objectOf, oneOf, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

export type UnknownReceipt = Static<typeof UnknownReceipt>
const UnknownReceipt = objectOf({
  id: Type.Integer(),
  carrier: Type.String(),
  reference: Type.String(),
  status: oneOf(['DELIVERED', 'UNDELIVERED']),
  reason: nullable(Type.String()),
  doneAt: Time,
  receivedAt: Time,
  /** Whether the search for its message has ended. */
  givenUp: Type.Boolean(),
})

/**
 * carrier: it is paused, disconnected, out of rotation or removed. throttled: it asked for a lower rate. busy: it had
 * temporary errors. window: a sending window, or no capacity at the carrier. unclaimed: no worker runs.
 */
export const queueCauses = ['carrier', 'throttled', 'busy', 'window', 'unclaimed'] as const
export type QueueCause = (typeof queueCauses)[number]

export type Queue = Static<typeof Queue>
export const Queue = objectOf({
  carrier: Type.String(),
  lane: oneOf(lanes),
  /** Batches with due messages, and those messages, including retries. */
  batches: Type.Integer(),
  messages: Type.Integer(),
  /** Of the batches that can be submitted now; those that a sending window, a retry or a suspended account delays do not count. */
  oldestDueAt: nullable(Time),
  /** Messages in claimed batches. */
  inHand: Type.Integer(),
  scheduled: Type.Integer(),
  /** Whether there are more than were counted. */
  more: Type.Boolean(),
  /** Messages per second that the carrier accepted in the last minute, in all lanes. */
  perSecond: Type.Number(),
  /** The reason why messages wait, as a sentence; null when nothing delays them. */
  waitsFor: nullable(Type.String()),
  cause: nullable(oneOf(queueCauses)),
})

export const receipts = consoleResource('receipts', {
  listUnknown: route('GET /receipts/unknown', 'operator', 'List delivery receipts without a message', {
    command: 'provider list-receipts',
    columns: 'receivedAt, carrier, reference, status, reason, givenUp',
    reads: 'receipts.read',
    ...pagesOf(UnknownReceipt, 'carrier'),
  }),
})

export const queues = consoleResource('queues', {
  list: route('GET /queues', 'operator', 'List pending messages by carrier and lane', {
    command: null,
    answer: listOf(Queue),
  }),
})
