import { isObject } from '../../../values/json.ts'
import { type IncomingContent, incomingMediaTypes } from '../channel.ts'

type Fields = Readonly<Record<string, unknown>>

/** Limits of stored texts, except that of a text message. */
const captionMax = 4_096
const nameMax = 255
const contactsMax = 50
const phonesMax = 10

const unsupported: IncomingContent = { type: 'unsupported' }

/** An optional text under its name, without empty ones. */
const optional = <Name extends string>(name: Name, value: unknown, lengthMax: number) =>
  (typeof value === 'string' && value !== '' ? { [name]: value.slice(0, lengthMax) } : {}) as {
    readonly [Key in Name]?: string
  }

const textIn = (value: unknown, lengthMax: number): string =>
  typeof value === 'string' ? value.slice(0, lengthMax) : ''

/** Reads the content of a message of the webhook. Null when it has no type. */
export function readContent(given: Fields): IncomingContent | null {
  const { type } = given
  if (typeof type !== 'string') return null
  const fields = given[type]
  const mediaType = incomingMediaTypes.find((one) => one === type)
  if (mediaType !== undefined) return isObject(fields) ? readMedia(mediaType, fields) : unsupported
  if (type === 'contacts') return readContacts(fields)
  return (isObject(fields) ? readers[type]?.(fields) : undefined) ?? unsupported
}

const readers: Readonly<Record<string, (fields: Fields) => IncomingContent | undefined>> = {
  text: ({ body }) => ({ type: 'text', text: textIn(body, 65_536) }),
  reaction: ({ emoji }) => ({ type: 'text', text: textIn(emoji, 32) }),
  button: ({ payload, text }) => ({ type: 'reply', id: textIn(payload, 256), text: textIn(text, nameMax) }),
  interactive(fields) {
    const reply = [fields.button_reply, fields.list_reply].find(isObject)
    return reply === undefined
      ? undefined
      : { type: 'reply', id: textIn(reply.id, 256), text: textIn(reply.title, nameMax) }
  },
  location({ latitude, longitude, name, address }) {
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
    return {
      type: 'location',
      latitude,
      longitude,
      ...optional('name', name, nameMax),
      ...optional('address', address, nameMax),
    }
  },
}

function readMedia(type: (typeof incomingMediaTypes)[number], fields: Fields): IncomingContent {
  const { id, mime_type: mimeType, caption, filename } = fields
  if (typeof id !== 'string' || !/^[\w.-]{1,100}$/.test(id)) return unsupported
  return {
    type,
    media: id,
    mimeType: textIn(mimeType, 100),
    ...optional('caption', caption, captionMax),
    ...optional('filename', filename, nameMax),
  }
}

function readContacts(value: unknown): IncomingContent {
  const contacts = (Array.isArray(value) ? value.filter(isObject) : []).slice(0, contactsMax).map((one) => ({
    name: textIn(isObject(one.name) ? one.name.formatted_name : '', nameMax),
    phones: (Array.isArray(one.phones) ? one.phones.filter(isObject) : [])
      .slice(0, phonesMax)
      .map(({ phone, wa_id: id }) => textIn(id ?? phone, 40)),
  }))
  return { type: 'contacts', contacts }
}
