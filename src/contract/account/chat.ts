import {
  captionLengthMax,
  componentsMax,
  nameLengthMax,
  ServiceObject,
  templateNameLengthMax,
  urlLengthMax,
} from '../public/chat.ts'
import { described, objectOf, oneOf, optional, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** Contents, files and templates of conversations on chat channels. */

const text = Type.Optional(Type.String())

const object = Type.Record(Type.String(), Type.Unknown())

export type ChatContent = Static<typeof ChatContent>
export const ChatContent = Type.Union([
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

/** A file that is sent by its address. The channel downloads it. */
export const MediaBody = objectOf({
  type: described(oneOf(['image', 'document', 'video', 'audio']), 'the type of the file'),
  url: Type.String({ pattern: '^https://', maxLength: urlLengthMax, description: 'a public address of the file' }),
  caption: optional(Type.String({ maxLength: captionLengthMax }), 'the text below the file'),
  filename: optional(Type.String({ maxLength: nameLengthMax }), 'the name of a document'),
})

export const TemplateBody = objectOf({
  name: described(Type.String({ minLength: 1, maxLength: templateNameLengthMax }), 'the name of an approved template'),
  language: Type.String({ pattern: '^[A-Za-z_-]{2,20}$', description: 'such as en or en_US' }),
  components: optional(
    Type.Array(ServiceObject, { maxItems: componentsMax }),
    'the values of the template, in the form of the service',
  ),
})

export type ChatTemplate = Static<typeof ChatTemplate>
export const ChatTemplate = objectOf({
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
export const ChatAddress = objectOf({ channel: Type.String(), from: Type.String(), hasSessions: Type.Boolean() })
