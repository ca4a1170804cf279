import { Amount, nullable, objectOf, oneOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { ChatContent } from './chat.ts'

/** Events in the history of a phone number. The kinds after `payment` have no direction. */
export const timelineKinds = [
  'message',
  'inbound',
  'chat',
  'pin',
  'airtime',
  'payment',
  'consent',
  'opt_out',
  'note',
  'assigned',
  'closed',
  'reopened',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** One event of a number. Values that the kind does not have are null. */
export type TimelineEntry = Static<typeof TimelineEntry>
export const TimelineEntry = objectOf({
  /** Unique in a timeline: the kind and the id. */
  id: Type.String(),
  kind: oneOf(timelineKinds),
  at: Time,
  /** `in` is from the person. */
  direction: nullable(oneOf(['in', 'out'])),
  /** `sms`, or the chat service, such as `whatsapp`. */
  channel: nullable(Type.String()),
  /** The sender ID, own number, business or PIN application on our side. */
  from: nullable(Type.String()),
  /** The text of a message or note. PINs are masked. */
  text: nullable(Type.String()),
  /** A chat message with everything that it has; null once its text is removed. `text` is its summary. */
  content: nullable(ChatContent),
  /** The text is empty, because its limit has passed. */
  textRemoved: Type.Boolean(),
  /** The status, in the words of the route that has the details; `given` or `withdrawn` for a consent. */
  status: nullable(Type.String()),
  /** Why it failed, or where a consent or an opt-out came from. */
  reason: nullable(Type.String()),
  amount: nullable(Amount),
  currency: nullable(Type.String()),
  /** The member who wrote or did it in the inbox. */
  author: nullable(Type.String()),
  /** The conversation of a chat message. */
  conversationId: nullable(Type.Integer()),
})
