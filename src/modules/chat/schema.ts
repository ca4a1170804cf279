import { Type } from 'typebox'
import { IdempotencyHeader, ListQuery, listOf, refusals } from '../../engine/http/index.ts'
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

const MessageBody = Type.Object(
  {
    from: Type.String({ minLength: 1, maxLength: 64, description: "the business's name or number on the channel" }),
    to: Type.String({ description: "the person's number, in international format, without +" }),
    channel: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,31}$', description: 'such as whatsapp, telegram or messenger; in staging any is simulated' }),
    message_type: Type.Unsafe<string>({ type: 'string', enum: [...messageTypes] }),
    text: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: textLengthMax }), Type.Object({ text: Type.String({ minLength: 1, maxLength: textLengthMax }) })], {
        description: 'required when message_type is text: the text itself, or an object with it',
      }),
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
    callback_url: Type.Optional(Type.String({ maxLength: 2_048, description: 'where replies are told, beside the chat endpoints of the account' })),
    transaction_id: Type.Optional(Type.String({ maxLength: 64, description: 'your own, another one for every message' })),
  },
  { examples: [{ from: 'SHOP', to: '255712345678', channel: 'whatsapp', message_type: 'text', text: 'Hello', transaction_id: 'chat-4711' }] },
)

const Success = Type.Object({ message: Type.String() }, { additionalProperties: false, examples: [{ message: 'success' }] })

const ActiveUser = Type.Object(
  { from: Type.String({ description: "the person's number" }), channel: Type.String(), last_message_at: Type.String({ format: 'date-time' }) },
  { additionalProperties: false, examples: [{ from: '255712345678', channel: 'whatsapp', last_message_at: '2030-01-31T08:00:00.000Z' }] },
)

export const sendSchema = {
  summary: 'Send a chat message',
  description:
    'Answered once it is stored; replies come with the chat callback. The same `transaction_id` with the same message is the same message, with another one 409 and code 105. Codes: 113 no JSON object, 104 a field is missing, 102 a bad number, 105 a bad field, 106 no channel, 103 not enough credit.',
  headers: IdempotencyHeader,
  body: MessageBody,
  response: { 200: { ...Success, description: 'It was accepted, and its credit is held.' }, ...refusals(400, 401, 409, 413, 415, 429, 503) },
}

export const activeUsersSchema = {
  summary: 'List who wrote within the last 24 hours',
  description: 'Each person once on a channel, who wrote last first. Code 104: a parameter is wrong.',
  querystring: Type.Pick(ListQuery([]), ['page', 'limit']),
  response: { 200: { ...listOf(ActiveUser), description: 'A page of them.' }, ...refusals(400, 401, 429, 503) },
}

/** The bodies of the console. */

export const ReplyBody = Type.Object({ text: Type.String({ minLength: 1, maxLength: textLengthMax, pattern: '\\S' }) })
