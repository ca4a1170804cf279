import { Type } from 'typebox'
import { type Described, IdempotencyHeader, listOf, PageQuery } from '../../engine/http/index.ts'
import { invalidParameter as invalidListParameter, showPage } from '../../values/page.ts'
import {
  insufficientBalance,
  invalidParameter,
  invalidPhone,
  missingParameter,
  noRoute,
  transactionUsed,
} from './errors.ts'
import { textLengthMax } from './parse.ts'
import { messageTypes } from './rules.ts'

/** The shapes of the wire. What comes in is judged by the rules; these describe it. */

const Media = (what: string) =>
  Type.Optional(
    Type.Object(
      {
        url: Type.String({ description: 'begins with https://, at most 2,048 characters' }),
        caption: Type.Optional(Type.String({ maxLength: 1_024 })),
        filename: Type.Optional(Type.String({ maxLength: 255 })),
      },
      { description: `required when message_type is ${what}` },
    ),
  )

const MessageBody = Type.Object({
  from: Type.String({ minLength: 1, maxLength: 64, description: "the business's name or number on the channel" }),
  to: Type.String({ description: "the person's number, in international format, without +" }),
  channel: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_-]{0,31}$',
    description: 'such as whatsapp, telegram or messenger; in staging any is simulated',
  }),
  message_type: Type.Unsafe<string>({ type: 'string', enum: [...messageTypes] }),
  text: Type.Optional(
    Type.Union(
      [
        Type.String({ minLength: 1, maxLength: textLengthMax }),
        Type.Object({ text: Type.String({ minLength: 1, maxLength: textLengthMax }) }),
      ],
      {
        description: 'required when message_type is text: the text itself, or an object with it',
      },
    ),
  ),
  image: Media('image'),
  document: Media('document'),
  video: Media('video'),
  audio: Media('audio'),
  location: Type.Optional(
    Type.Object(
      {
        latitude: Type.Number({ minimum: -90, maximum: 90 }),
        longitude: Type.Number({ minimum: -180, maximum: 180 }),
        name: Type.Optional(Type.String({ maxLength: 255 })),
        address: Type.Optional(Type.String({ maxLength: 255 })),
      },
      { description: 'required when message_type is location' },
    ),
  ),
  callback_url: Type.Optional(
    Type.String({ maxLength: 2_048, description: 'where replies are told, beside the chat endpoints of the account' }),
  ),
  transaction_id: Type.Optional(Type.String({ maxLength: 64, description: 'your own, another one for every message' })),
})

const Success = Type.Object({ message: Type.String() }, { additionalProperties: false })

const ActiveUser = Type.Object(
  {
    from: Type.String({ description: "the person's number" }),
    channel: Type.String(),
    last_message_at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
)

const message = { from: 'SHOP', to: '255712345678', channel: 'whatsapp' }
const users = [{ from: '255712345678', channel: 'whatsapp', last_message_at: '2030-01-31T08:00:00.000Z' }]

export const sendSchema = {
  operationId: 'sendChatMessage',
  summary: 'Send a chat message',
  description:
    'Answered once it is stored; replies come with the chat callback. The same `transaction_id` with the same message is the same message, with another one 409 and code 105. Codes: 113 no JSON object, 104 a field is missing, 102 a bad number, 105 a bad field, 106 no channel, 103 not enough credit.',
  headers: IdempotencyHeader,
  body: MessageBody,
  response: { 200: { ...Success, description: 'It was accepted, and its credit is held.' } },
  examples: {
    body: {
      text: { ...message, message_type: 'text', text: 'Hello', transaction_id: 'chat-4711' },
      image: {
        ...message,
        message_type: 'image',
        image: { url: 'https://example.com/shoes.jpg', caption: 'Your shoes' },
      },
      location: {
        ...message,
        message_type: 'location',
        location: { latitude: -6.8, longitude: 39.28, name: 'Our shop' },
      },
    },
    answer: { accepted: { message: 'success' } },
  },
  refused: [
    missingParameter('to'),
    invalidPhone(),
    invalidParameter('message_type', `message_type is one of ${messageTypes.join(', ')}`),
    transactionUsed(),
    noRoute(),
    insufficientBalance('1.0000', '0.0000'),
  ],
} satisfies Described

export const activeUsersSchema = {
  operationId: 'listChatUsers',
  summary: 'List who wrote within the last 24 hours',
  description: 'Each person once on a channel, who wrote last first. Code 104: a parameter is wrong.',
  querystring: PageQuery,
  response: { 200: { ...listOf(ActiveUser), description: 'A page of them.' } },
  examples: { answer: { 'a page': showPage({ items: users, total: users.length }, { page: 1, limit: 10 }) } },
  refused: [invalidListParameter('page', 'an integer from 1 on')],
} satisfies Described

/** The bodies of the console. */
