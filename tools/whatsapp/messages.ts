import type { Fields } from '../emulator/json.ts'
import { GraphProblem } from './errors.ts'
import {
  onlyFields,
  optionalText,
  requireDegrees,
  requireFields,
  requireList,
  requireOneOf,
  requireText,
  requireUrl,
} from './fields.ts'
import { checkInteractive } from './interactive.ts'
import { checkTemplate, type Template } from './templates.ts'

/** Objects that a message can refer to. */
export interface KnownObjects {
  readonly templates: readonly Template[]
  hasMedia(id: string): boolean
  /** Whether a message with this ID was sent or received. */
  hasMessage(id: string): boolean
}

/** A message that was accepted. */
export interface Checked {
  /** Digits only. */
  readonly to: string
  readonly type: MessageType
  readonly template: Template | null
  readonly callbackData: string | null
}

const messageTypes = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'reaction',
  'template',
  'interactive',
] as const
type MessageType = (typeof messageTypes)[number]

const commonFields = ['messaging_product', 'recipient_type', 'to', 'type', 'context', 'biz_opaque_callback_data']

/** Checks the body of POST /{phone-number-id}/messages. Throws a GraphProblem for the first mistake. */
export function checkMessage(body: Fields, known: KnownObjects): Checked {
  requireOneOf(body.messaging_product, 'messaging_product', ['whatsapp'])
  if (body.recipient_type !== undefined) requireOneOf(body.recipient_type, 'recipient_type', ['individual'])
  const to = requireText(body.to, 'to', 20).replace(/^\+/, '')
  if (!/^[1-9]\d{6,14}$/.test(to)) throw new GraphProblem(131009, `Param "to" is not a phone number: "${to}".`)

  // Without a type, a message is a text.
  const type = body.type === undefined ? 'text' : requireOneOf(body.type, 'type', messageTypes)
  onlyFields(body, [...commonFields, type])
  if (type !== 'contacts') requireFields(body[type], type)
  checkContext(body.context, known)
  optionalText(body.biz_opaque_callback_data, 'biz_opaque_callback_data', 512)

  const template = type === 'template' ? checkTemplate(requireFields(body.template, type), known.templates) : null
  if (type !== 'template') checkContent[type](body[type], known)
  return { to, type, template, callbackData: (body.biz_opaque_callback_data as string | undefined) ?? null }
}

function checkContext(given: unknown, known: KnownObjects): void {
  if (given === undefined) return
  const context = requireFields(given, 'context')
  onlyFields(context, ['message_id'], 'context')
  const id = requireText(context.message_id, 'context.message_id', 512)
  if (!known.hasMessage(id))
    throw new GraphProblem(131009, `Param "context.message_id" is not a known message: "${id}".`)
}

const media =
  (type: string, more: Readonly<Record<string, number>> = {}) =>
  (given: unknown, known: KnownObjects): void => {
    const fields = requireFields(given, type)
    onlyFields(fields, ['id', 'link', ...Object.keys(more)], type)
    if ((fields.id === undefined) === (fields.link === undefined))
      throw new GraphProblem(131008, `Parameter "${type}" needs either "id" or "link".`)
    if (fields.link !== undefined) requireUrl(fields.link, `${type}.link`)
    else if (!known.hasMedia(requireText(fields.id, `${type}.id`, 100)))
      throw new GraphProblem(131009, `Param "${type}.id" is not uploaded media.`)
    for (const [name, max] of Object.entries(more)) optionalText(fields[name], `${type}.${name}`, max)
  }

const checkContent: Record<Exclude<MessageType, 'template'>, (given: unknown, known: KnownObjects) => void> = {
  text(given) {
    const text = requireFields(given, 'text')
    onlyFields(text, ['body', 'preview_url'], 'text')
    requireText(text.body, 'text.body', 4096)
    if (text.preview_url !== undefined && typeof text.preview_url !== 'boolean')
      throw new GraphProblem(131009, 'Param "text.preview_url" must be true or false.')
  },
  image: media('image', { caption: 1024 }),
  video: media('video', { caption: 1024 }),
  audio: media('audio'),
  sticker: media('sticker'),
  document: media('document', { caption: 1024, filename: 240 }),
  location(given) {
    const location = requireFields(given, 'location')
    onlyFields(location, ['latitude', 'longitude', 'name', 'address'], 'location')
    requireDegrees(location.latitude, 'location.latitude', 90)
    requireDegrees(location.longitude, 'location.longitude', 180)
    optionalText(location.name, 'location.name', 1000)
    optionalText(location.address, 'location.address', 1000)
    if (location.address !== undefined && location.name === undefined)
      throw new GraphProblem(131008, 'Parameter "location.name" is mandatory with an address.')
  },
  contacts(given) {
    for (const one of requireList(given, 'contacts', 1, 257)) {
      const name = requireFields(requireFields(one, 'contacts').name, 'contacts.name')
      requireText(name.formatted_name, 'contacts.name.formatted_name', 1000)
    }
  },
  reaction(given, known) {
    const reaction = requireFields(given, 'reaction')
    onlyFields(reaction, ['message_id', 'emoji'], 'reaction')
    requireText(reaction.emoji, 'reaction.emoji', 20, 0)
    if (!known.hasMessage(requireText(reaction.message_id, 'reaction.message_id', 512)))
      throw new GraphProblem(131009, 'Param "reaction.message_id" is not a known message.')
  },
  interactive: (given) => checkInteractive(requireFields(given, 'interactive')),
}
