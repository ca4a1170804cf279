import { senderLengthMax } from '../../values/sms.ts'
import { businessLengthMax, textLengthMax } from '../public/chat.ts'
import { File, Nothing, resource, route } from '../route.ts'
import { described, listOf, nullable, objectOf, oneOf, optional, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { ChatAddress, ChatTemplate, MediaBody, TemplateBody } from './chat.ts'
import { sendProblems } from './send.ts'
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
  /** The end of the chat session, 24 hours after the last message of the person; null for SMS, and while none is open. */
  sessionUntil: nullable(Time),
  /** Only a template can be sent, because no chat session is open. */
  needsTemplate: Type.Boolean(),
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

const Text = described(
  Type.String({ minLength: 1, maxLength: textLengthMax, pattern: '\\S' }),
  'the text of the message',
)
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Sender = described(
  Type.String({ minLength: 1, maxLength: senderLengthMax }),
  'the sender ID of an SMS; by default the usual one',
)

/** One of the contents of a message. */
const content = {
  text: Type.Optional(Text),
  media: optional(MediaBody, 'in place of a text by chat: a file'),
  template: optional(TemplateBody, 'in place of a text by chat: a template of the channel'),
}

const StartBody = objectOf({
  phone: Type.String({
    maxLength: 40,
    description: 'in international form, or as dialled in the country of the account',
  }),
  ...content,
  channel: optional(
    Type.String({ pattern: '^[a-z][a-z0-9_-]{0,31}$' }),
    'a chat service, such as whatsapp; by default sms',
  ),
  from: optional(
    Type.String({ minLength: 1, maxLength: businessLengthMax }),
    'the sender ID of an SMS, by default the usual one; by chat, the business to write from',
  ),
})

const replyProblems = [
  ...sendProblems,
  'invalid_message',
  'invalid_content',
  'opted_out',
  'reply_sender_missing',
  'chat_template_required',
] as const

export const conversations = resource('conversations', 'conversations', {
  list: route('GET /v2/conversations', 'viewer', 'List conversations, latest message first', {
    columns: 'id, channel, phone, name, status, assignee.name, unread, lastAt, lastText',
    reads: 'inbox.read',
    description:
      'In addition to `conversations:read`, a credential needs `messages:read` or `inbound:read` for conversations by SMS, and `chat:read` for those by chat. Others look missing. Without `contacts:read`, `name` is empty; without `optouts:read`, `opted_out` is false. With `unread` or `channel`, a page looks at 5,000 conversations, and may be empty before the last one: go on while `next` is not null.',
    ...pagesOf(Conversation, 'status', 'assignee', 'unread', 'channel', 'q'),
    parameters: {
      status: '`open`, `closed` or `all`; by default `open`',
      assignee: 'only conversations of this member; `me` and `none` also work',
      unread: '`true` lists only conversations that the caller has not read',
      channel: '`sms`, or a chat service',
      q: 'a number in any form, its last digits, or a name of a contact',
    },
  }),
  counts: route('GET /v2/conversations/counts', 'viewer', 'Count conversations that need attention', {
    command: null,
    description: 'Only conversations that the credential can read.',
    answer: ConversationCounts,
  }),
  assignees: route('GET /v2/conversations/assignees', 'viewer', 'List the members who can answer', {
    command: 'conversation list-assignees',
    names: ['name'],
    reads: 'members.read',
    answer: listOf(Assignee),
  }),
  start: route('POST /v2/conversations', 'member', 'Start a conversation', {
    does: 'conversation.start',
    isTraffic: true,
    storesKey: true,
    description:
      'Sends the message as a normal one. A number has one conversation on each channel, which is opened again. A credential also needs `messages:send` for SMS, and `chat:send` for chat.',
    body: StartBody,
    example: { phone: '0712 345 678', text: 'Habari, your order is ready.', from: 'INFO' },
    status: 201,
    answer: Conversation,
    problems: [...replyProblems, 'invalid_phone'],
  }),
  get: route('GET /v2/conversations/:conversation', 'viewer', 'Get a conversation', {
    below: 'entries',
    reads: 'inbox.read',
    answer: Conversation,
  }),
  update: route('PUT /v2/conversations/:conversation', 'member', 'Assign, close or reopen a conversation', {
    command: {
      'conversation change': {},
      'conversation close': { status: 'closed' },
      'conversation reopen': { status: 'open' },
    },
    columns: 'status, assignee.name',
    does: 'conversation.change',
    description: 'A credential also needs `messages:send` for SMS, and `chat:send` for chat.',
    /** A missing field keeps its value. */
    body: objectOf({
      status: optional(oneOf(conversationStatuses), 'the new status of the conversation'),
      assigneeId: Type.Optional(
        nullable(Type.String({ maxLength: 100, description: 'the member who answers; null for nobody' })),
      ),
    }),
    example: { status: 'closed' },
    answer: Conversation,
    problems: ['assignee_not_found'],
  }),
  entries: route(
    'GET /v2/conversations/:conversation/entries',
    'viewer',
    'List the messages and notes of a conversation, newest first',
    {
      columns: 'at, kind, direction, from, status, author, text, reason',
      reads: 'inbox.read',
      ...pagesOf(TimelineEntry),
    },
  ),
  reply: route('POST /v2/conversations/:conversation/replies', 'member', 'Reply', {
    done: 'Reply to {phone} queued.',
    does: 'conversation.reply',
    isTraffic: true,
    storesKey: true,
    description:
      'Sends a text as a normal message: routes, credit and opt-outs apply. By chat, a file or a template can be sent in its place. With `replies`, it is refused if a member has replied since, so that a person does not get two answers. A credential also needs `messages:send` for SMS, and `chat:send` for chat.',
    body: objectOf({
      ...content,
      /** By SMS: the sender ID. By default `from` of the conversation. */
      from: Type.Optional(Sender),
      replies: optional(
        Count,
        '`replies` of the conversation as the caller saw it; refused if a member has replied since',
      ),
    }),
    example: { text: 'Habari, it is on its way.', replies: 1 },
    status: 201,
    answer: Conversation,
    problems: [...replyProblems, 'already_replied'],
  }),
  note: route('POST /v2/conversations/:conversation/notes', 'member', 'Add an internal note', {
    done: 'Note added to conversation {conversation}.',
    does: 'conversation.note',
    description: 'Only members see it. A credential also needs `messages:send` for SMS, and `chat:send` for chat.',
    body: objectOf({
      text: Type.String({ minLength: 1, maxLength: noteLengthMax, pattern: '\\S', description: 'only members see it' }),
    }),
    example: { text: 'Called back, wants a refund.' },
    status: 201,
    answer: TimelineEntry,
  }),
  read: route('POST /v2/conversations/:conversation/read', 'viewer', 'Mark a conversation as read', {
    command: null,
    does: null,
    reads: 'inbox.read',
    description: 'For the calling user. A key or token changes nothing.',
    body: objectOf({ incoming: Count }),
    example: { incoming: 1 },
    status: 204,
    answer: Nothing,
  }),
  media: route('GET /v2/conversations/:conversation/media/:message', 'viewer', 'Download the file of a chat message', {
    command: null,
    scope: 'chat:read',
    reads: 'inbox.read',
    answer: File,
    isBinary: true,
    problems: ['media_not_allowed', 'media_unavailable'],
  }),
  addresses: route('GET /v2/conversations/addresses', 'viewer', 'List the chat businesses to write from', {
    command: 'conversation list-addresses',
    scope: 'chat:read',
    answer: listOf(ChatAddress),
  }),
  templates: route('GET /v2/conversations/templates', 'viewer', 'List the templates of the chat channels', {
    command: 'chat-template list',
    columns: 'provider, name, language, category, status, syncedAt',
    scope: 'chat:read',
    ...pagesOf(ChatTemplate),
  }),
})
