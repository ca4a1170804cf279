import { described, objectOf, oneOf, optional } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { PageQuery, PhoneText, pageOf } from './shapes.ts'

export const messageTypes = [
  'text',
  'image',
  'document',
  'video',
  'audio',
  'location',
  'template',
  'interactive',
] as const

export const businessLengthMax = 64
export const textLengthMax = 4_096
export const captionLengthMax = 1_024
/** The limit for the name of a file or place, and for an address. */
export const nameLengthMax = 255
export const urlLengthMax = 2_048
export const transactionLengthMax = 64
export const templateNameLengthMax = 512
const languageLengthMax = 20
export const componentsMax = 20
/** The limit for the components of a template and for an interactive message, as JSON. */
export const objectLengthMax = 16_384

const Media = (type: string) =>
  Type.Optional(
    Type.Object(
      {
        url: Type.String({ maxLength: urlLengthMax, description: 'starts with https://, at most 2,048 characters' }),
        caption: Type.Optional(Type.String({ maxLength: captionLengthMax })),
        filename: Type.Optional(Type.String({ maxLength: nameLengthMax })),
      },
      { description: `required when message_type is ${type}` },
    ),
  )

/** An object of the service, which checks it. */
export const ServiceObject = Type.Unsafe<Record<string, unknown>>({ type: 'object', maxProperties: 50 })

const Text = Type.String({ minLength: 1, maxLength: textLengthMax })

export const ChatBody = Type.Object({
  from: described(
    Type.String({ minLength: 1, maxLength: businessLengthMax }),
    'the name or number of the business on the channel',
  ),
  to: PhoneText('the phone number of the person, in international format, without +'),
  channel: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_-]{0,31}$',
    description: 'for example whatsapp, telegram or messenger; staging simulates every channel',
  }),
  message_type: oneOf(messageTypes),
  text: Type.Optional(
    Type.Union([Text, Type.Object({ text: Text })], {
      description: 'required when message_type is text: a string, or an object with a text',
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
        name: Type.Optional(Type.String({ maxLength: nameLengthMax })),
        address: Type.Optional(Type.String({ maxLength: nameLengthMax })),
      },
      { description: 'required when message_type is location' },
    ),
  ),
  template: Type.Optional(
    Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: templateNameLengthMax }),
        language: Type.String({ minLength: 1, maxLength: languageLengthMax, description: 'for example en or sw' }),
        components: Type.Optional(
          Type.Array(ServiceObject, {
            maxItems: componentsMax,
            description:
              'the parameters of the template, in the form of the service; at most 16,384 characters of JSON',
          }),
        ),
      },
      { description: 'required when message_type is template' },
    ),
  ),
  interactive: Type.Optional({
    ...ServiceObject,
    description:
      'required when message_type is interactive: buttons or a list, in the form of the service; at most 16,384 characters of JSON',
  }),
  callback_url: optional(
    Type.String({ maxLength: urlLengthMax }),
    'also receives the replies, in addition to the chat endpoints of the account',
  ),
  transaction_id: optional(Type.String({ maxLength: transactionLengthMax }), 'your own unique id for each message'),
})
export type ChatBody = Static<typeof ChatBody>

export const ChatReply = objectOf({ message: Type.String() })
export type ChatReply = Static<typeof ChatReply>

export const ActiveUser = objectOf({
  from: Type.String({ description: 'the phone number of the person' }),
  channel: Type.String(),
  last_message_at: Type.String({ format: 'date-time' }),
})
export type ActiveUser = Static<typeof ActiveUser>

/** Details of an active user, only for lenient credentials. */
export interface ActiveUserDetails {
  /** The person's first message after a day of silence. */
  readonly sessionStartedAt: Date
  /** The name of the contact with this number; empty when unknown. */
  readonly name: string
  readonly text: string
}

export const ActiveUsersQuery = PageQuery
export const ActiveUsers = pageOf(ActiveUser)
