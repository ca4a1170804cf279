import type {
  ChatContent,
  LocationContent,
  MediaContent,
  MediaType,
  TemplateContent,
} from '../../carriers/chat/channel.ts'
import {
  businessLengthMax,
  type ChatBody,
  captionLengthMax,
  componentsMax,
  messageTypes,
  nameLengthMax,
  objectLengthMax,
  templateNameLengthMax,
  textLengthMax,
  transactionLengthMax,
  urlLengthMax,
} from '../../contract/public/chat.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { isAbsent, isObject } from '../../values/json.ts'
import { parsePhone } from '../../values/phone.ts'
import { invalidFormat, invalidParameter, invalidPhone, missingParameter, oneContentNeeded } from './errors.ts'
import type { MessageRequest } from './rules.ts'

type Fields = Readonly<Record<string, unknown>>

const parseText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * Parses the body of a message, or throws the first refusal in the order of the specification. The address of
 * callback_url is checked later.
 */
export function readMessage(body: unknown): MessageRequest {
  if (!isObject(body)) throw invalidFormat()
  const from = readRequired(body, 'from')
  const to = readRequired(body, 'to')
  const channel = readRequired(body, 'channel')
  const type = readRequired(body, 'message_type')

  const business = from.trim()
  if (business === '' || business.length > businessLengthMax)
    throw invalidParameter('from', `from has 1 to ${businessLengthMax} characters`)
  const phone = parsePhone(to)
  if (phone === null) throw invalidPhone()
  const service = channel.toLowerCase()
  if (!/^[a-z][a-z0-9_-]{0,31}$/.test(service))
    throw invalidParameter('channel', 'channel is a name such as whatsapp, telegram or messenger')
  return {
    service,
    business,
    phone,
    content: readContent(body, type),
    transactionId: readOptional(body, 'transaction_id', transactionLengthMax),
    callbackUrl: readOptional(body, 'callback_url', urlLengthMax),
  }
}

function readRequired(body: Unvalidated<ChatBody>, name: keyof ChatBody): string {
  const text = isAbsent(body[name]) ? null : parseText(body[name])
  if (text === null) throw missingParameter(name)
  return text
}

function readOptional(body: Unvalidated<ChatBody>, name: keyof ChatBody, lengthMax: number): string | null {
  if (isAbsent(body[name])) return null
  const text = parseText(body[name])
  if (text === null || text.length > lengthMax)
    throw invalidParameter(name, `${name} is a string of 1 to ${lengthMax} characters`)
  return text
}

function readContent(body: Unvalidated<ChatBody>, wanted: string): ChatContent {
  const type = messageTypes.find((one) => one === wanted)
  if (type === undefined) throw invalidParameter('message_type', `message_type is one of ${messageTypes.join(', ')}`)
  const value = body[type]
  if (isAbsent(value)) throw missingParameter(type)
  if (type === 'text') return { type, text: readText(value) }
  if (!isObject(value)) throw invalidParameter(type, `${type} is an object`)
  if (type === 'location') return readLocation(value)
  if (type === 'template') return readTemplate(value)
  return type === 'interactive' ? { type, interactive: readServiceObject(type, value) } : readMedia(type, value)
}

function readTemplate(value: Fields): TemplateContent {
  const { name, language, components } = value
  if (typeof name !== 'string' || name === '' || name.length > templateNameLengthMax)
    throw invalidParameter('template', `template needs a name of 1 to ${templateNameLengthMax} characters`)
  if (typeof language !== 'string' || !/^[A-Za-z_-]{2,20}$/.test(language))
    throw invalidParameter('template', 'template needs a language such as "en" or "sw"')
  if (isAbsent(components)) return { type: 'template', name, language }
  if (!Array.isArray(components) || components.length > componentsMax || !components.every(isObject))
    throw invalidParameter('template', `components is a list of at most ${componentsMax} objects`)
  readServiceObject('template', { components })
  return { type: 'template', name, language, components }
}

/** One of the contents that a member sends. */
export interface ContentBody {
  readonly text?: string
  readonly media?: Omit<MediaContent, 'type'> & { readonly type: MediaType }
  readonly template?: Omit<TemplateContent, 'type'>
}

export function contentOf({ text, media, template }: ContentBody): ChatContent {
  const given: ChatContent[] = []
  if (text !== undefined) given.push({ type: 'text', text })
  if (media !== undefined) given.push(readMedia(media.type, { ...media }))
  if (template !== undefined) given.push(readTemplate({ ...template }))
  const [content, other] = given
  if (content === undefined || other !== undefined) throw oneContentNeeded()
  return content
}

/** The service checks its content. The depth was checked with the body. */
function readServiceObject(type: string, value: Fields): Fields {
  if (JSON.stringify(value).length > objectLengthMax)
    throw invalidParameter(type, `${type} has at most ${objectLengthMax} characters of JSON`)
  return value
}

/** A string, or an object with a `text`. */
function readText(value: unknown): string {
  const text = parseText(isObject(value) ? value.text : value)
  if (text === null || text.trim() === '' || text.length > textLengthMax)
    throw invalidParameter('text', `text has 1 to ${textLengthMax} characters`)
  return text
}

function readMedia(type: MediaType, value: Fields): MediaContent {
  const { url } = value
  if (typeof url !== 'string' || url.length > urlLengthMax || !isHttps(url))
    throw invalidParameter(
      type,
      `${type} needs a url that starts with https:// and has at most ${urlLengthMax} characters`,
    )
  return {
    type,
    url,
    ...readOptionalTexts(type, value, 'caption', captionLengthMax),
    ...readOptionalTexts(type, value, 'filename', nameLengthMax),
  }
}

function readLocation(value: Fields): LocationContent {
  const { latitude, longitude } = value
  if (!isDegree(latitude, 90) || !isDegree(longitude, 180))
    throw invalidParameter(
      'location',
      'location needs a latitude from -90 to 90 and a longitude from -180 to 180, both numbers',
    )
  return {
    type: 'location',
    latitude,
    longitude,
    ...readOptionalTexts('location', value, 'name', nameLengthMax),
    ...readOptionalTexts('location', value, 'address', nameLengthMax),
  }
}

const isHttps = (url: string) => /^https:\/\//i.test(url) && URL.canParse(url)
const isDegree = (value: unknown, max: number): value is number => typeof value === 'number' && Math.abs(value) <= max

/** Reads optional texts; missing ones are left out of the result. */
function readOptionalTexts<Name extends string>(
  type: string,
  value: Fields,
  name: Name,
  lengthMax: number,
): { readonly [Key in Name]?: string } {
  const words = value[name]
  if (isAbsent(words)) return {}
  if (typeof words !== 'string' || words.length > lengthMax)
    throw invalidParameter(type, `${name} is a string of at most ${lengthMax} characters`)
  return { [name]: words } as { readonly [Key in Name]?: string }
}
