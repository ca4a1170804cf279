import { type Static, Type } from 'typebox'
import {
  businessLengthMax,
  componentsMax,
  ServiceObject,
  templateNameLengthMax,
  textLengthMax,
} from '../public/chat.ts'
import { File, type RouteShapes } from '../route.ts'
import { Amount, listOf, listPageOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

/** A conversation of a business with one person on a channel. */
export type Conversation = Static<typeof Conversation>
const Conversation = objectOf({
  id: Type.Integer(),
  /** For example whatsapp. */
  channel: Type.String(),
  /** The name or number of the business on the channel. */
  from: Type.String(),
  /** The phone number of the person. */
  to: Type.String(),
  createdAt: Time,
  changedAt: Time,
  /** The person's last message. */
  receivedAt: nullable(Time),
  /** The end of the open session; null without one. */
  sessionUntil: nullable(Time),
  /** Only a template can be sent, because no session is open. */
  needsTemplate: Type.Boolean(),
})

const text = Type.Optional(Type.String())

const object = Type.Record(Type.String(), Type.Unknown())

export type ChatContent = Static<typeof ChatContent>
const ChatContent = Type.Union([
  objectOf({ type: oneOf(['text']), text: Type.String() }),
  objectOf({
    type: oneOf(['image', 'document', 'video', 'audio']),
    url: Type.String(),
    caption: text,
    filename: text,
  }),
  objectOf({ type: oneOf(['location']), latitude: Type.Number(), longitude: Type.Number(), name: text, address: text }),
  objectOf({
    type: oneOf(['template']),
    name: Type.String(),
    language: Type.String(),
    components: Type.Optional(Type.Array(object)),
  }),
  objectOf({ type: oneOf(['interactive']), interactive: object }),
  // A file that a person sent. Its bytes are downloaded from the channel.
  objectOf({
    type: oneOf(['image', 'document', 'video', 'audio', 'sticker']),
    media: Type.String(),
    mimeType: Type.String(),
    size: Type.Optional(Type.Integer()),
    caption: text,
    filename: text,
  }),
  objectOf({
    type: oneOf(['contacts']),
    contacts: Type.Array(objectOf({ name: Type.String(), phones: Type.Array(Type.String()) })),
  }),
  objectOf({ type: oneOf(['reply']), id: Type.String(), text: Type.String() }),
  objectOf({ type: oneOf(['unsupported']) }),
])

/** A message of a conversation. */
export type ChatMessage = Static<typeof ChatMessage>
const ChatMessage = objectOf({
  id: Type.Integer(),
  direction: oneOf(['in', 'out']),
  state: oneOf(['queued', 'sent', 'delivered', 'read', 'failed', 'unknown', 'received']),
  content: ChatContent,
  /** The content is an empty text, because its limit has passed. */
  textRemoved: Type.Boolean(),
  transactionId: nullable(Type.String()),
  callbackUrl: nullable(Type.String()),
  /** The message that this one answers. */
  answersId: nullable(Type.Integer()),
  price: Amount,
  /** The reason for a failure. */
  reason: nullable(Type.String()),
  createdAt: Time,
  /** When the channel accepted it, or when it failed before. */
  doneAt: nullable(Time),
  deliveredAt: nullable(Time),
  readAt: nullable(Time),
  /** A failure that the channel reported after it had accepted the message. */
  failedAt: nullable(Time),
})

const TemplateBody = objectOf({
  name: Type.String({ minLength: 1, maxLength: templateNameLengthMax }),
  language: Type.String({ pattern: '^[A-Za-z_-]{2,20}$' }),
  components: Type.Optional(Type.Array(ServiceObject, { maxItems: componentsMax })),
})

/** Either a text or a template. */
const ReplyBody = objectOf({
  text: Type.Optional(Type.String({ minLength: 1, maxLength: textLengthMax, pattern: '\\S' })),
  template: Type.Optional(TemplateBody),
})

const StartBody = objectOf({
  channel: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,31}$' }),
  from: Type.String({ minLength: 1, maxLength: businessLengthMax }),
  to: Type.String({ maxLength: 40 }),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: textLengthMax, pattern: '\\S' })),
  template: Type.Optional(TemplateBody),
})

/** A message template of a channel. */
export type ChatTemplate = Static<typeof ChatTemplate>
const ChatTemplate = objectOf({
  /** The name of the channel. */
  provider: Type.String(),
  name: Type.String(),
  language: Type.String(),
  category: Type.String(),
  /** APPROVED, PENDING, REJECTED and others. */
  status: Type.String(),
  /** In the form of the service. */
  components: Type.Array(object),
  syncedAt: Time,
})

/** A business that an account can write from. */
const ChatAddress = objectOf({ channel: Type.String(), from: Type.String(), hasSessions: Type.Boolean() })

const PageQuery = queryOf('cursor', 'limit')

export const chatRoutes = {
  'GET /v2/chat/conversations': { query: PageQuery, answer: listPageOf(Conversation) },
  'GET /v2/chat/conversations/:conversation': { answer: Conversation },
  'GET /v2/chat/conversations/:conversation/messages': {
    query: PageQuery,
    answer: listPageOf(ChatMessage),
  },
  'POST /v2/chat/conversations': { body: StartBody, status: 201, answer: Conversation },
  'GET /v2/chat/conversations/:conversation/messages/:message/media': { answer: File },
  'GET /v2/chat/addresses': { answer: listOf(ChatAddress) },
  'GET /v2/chat/templates': { query: PageQuery, answer: listPageOf(ChatTemplate) },
  'POST /v2/chat/conversations/:conversation/messages': {
    body: ReplyBody,
    status: 201,
    answer: ChatMessage,
  },
} as const satisfies RouteShapes
