import { type Static, Type } from 'typebox'
import { senderLengthMax } from '../../values/sender.ts'
import { textLengthMax } from '../public/chat.ts'
import { Nothing, type RouteShapes } from '../route.ts'
import { cursorPageOf, listOf, listPageOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'
import { TimelineEntry } from './timeline.ts'

export const conversationStatuses = ['open', 'closed'] as const
export type ConversationStatus = (typeof conversationStatuses)[number]

/** The channel of conversations by SMS. All others are chat services. */
export const smsChannel = 'sms'

const noteLengthMax = 4_000

/** A member who can answer. */
export type Assignee = Static<typeof Assignee>
const Assignee = objectOf({ id: Type.String(), name: Type.String() })

/** A conversation with one number on one channel. */
export type Conversation = Static<typeof Conversation>
const Conversation = objectOf({
  id: Type.Integer(),
  /** `sms`, or the chat service, such as `whatsapp`. */
  channel: Type.String(),
  phone: Type.String(),
  /** The name of the contact; empty without one. */
  name: Type.String(),
  /** The sender ID, own number or business that replies come from; null if the reply has to name one. */
  from: nullable(Type.String()),
  status: oneOf(conversationStatuses),
  assignee: nullable(Assignee),
  /** Incoming messages. Pass it to `read`. */
  incoming: Type.Integer(),
  /** Incoming messages that the caller has not read. Null for a key or token. */
  unread: nullable(Type.Integer()),
  /** Replies by members. Pass it with a reply, so that two members do not answer the same message. */
  replies: Type.Integer(),
  lastAt: Time,
  /** The beginning of the last message. */
  lastText: Type.String(),
  lastDirection: oneOf(['in', 'out']),
  /** The number has opted out, so replies are refused. */
  optedOut: Type.Boolean(),
  /** Only a template can be sent, because no chat session is open. */
  needsTemplate: Type.Boolean(),
  /** The conversation of the chat API; null for SMS. */
  chatConversationId: nullable(Type.Integer()),
  createdAt: Time,
})

/** Conversations that need attention, each counted up to 100. */
export type ConversationCounts = Static<typeof ConversationCounts>
const ConversationCounts = objectOf({
  open: Type.Integer(),
  unassigned: Type.Integer(),
  /** Open and assigned to the caller. */
  mine: Type.Integer(),
  /** Open and unread by the caller. */
  unread: Type.Integer(),
})

const Text = Type.String({ minLength: 1, maxLength: textLengthMax, pattern: '\\S' })
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Sender = Type.String({ minLength: 1, maxLength: senderLengthMax })

const ReplyBody = objectOf({
  text: Text,
  /** By SMS: the sender ID. By default `from` of the conversation. */
  from: Type.Optional(Sender),
  /** `replies` of the conversation as the caller saw it. Refused if a member has replied since. */
  replies: Type.Optional(Count),
})

const StartBody = objectOf({ phone: Type.String({ maxLength: 40 }), text: Text, from: Type.Optional(Sender) })

/** A missing field keeps its value. */
const ChangeBody = objectOf({
  status: Type.Optional(oneOf(conversationStatuses)),
  /** Null for nobody. */
  assigneeId: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
})

export const conversationRoutes = {
  'GET /v2/conversations': {
    query: queryOf('cursor', 'limit', 'status', 'assignee', 'unread', 'channel', 'q'),
    answer: listPageOf(Conversation),
  },
  'GET /v2/conversations/counts': { answer: ConversationCounts },
  'GET /v2/conversations/assignees': { answer: listOf(Assignee) },
  'POST /v2/conversations': { body: StartBody, status: 201, answer: Conversation },
  'GET /v2/conversations/:conversation': { answer: Conversation },
  'PUT /v2/conversations/:conversation': { body: ChangeBody, answer: Conversation },
  'GET /v2/conversations/:conversation/entries': {
    query: queryOf('cursor', 'limit'),
    answer: cursorPageOf(TimelineEntry),
  },
  'POST /v2/conversations/:conversation/replies': { body: ReplyBody, status: 201, answer: Conversation },
  'POST /v2/conversations/:conversation/notes': {
    body: objectOf({ text: Type.String({ minLength: 1, maxLength: noteLengthMax, pattern: '\\S' }) }),
    status: 201,
    answer: TimelineEntry,
  },
  'POST /v2/conversations/:conversation/read': {
    body: objectOf({ incoming: Count }),
    status: 204,
    answer: Nothing,
  },
} as const satisfies RouteShapes
