import { hashOf, type Media } from './media.ts'

/** A message of a person to the business. */
export type Content =
  | { readonly type: 'text'; readonly body: string }
  | {
      readonly type: 'image' | 'video' | 'audio' | 'document'
      /** A small default file without it. */
      readonly bytes?: Buffer
      readonly mimeType?: string
      readonly caption?: string
      readonly filename?: string
    }
  | {
      readonly type: 'location'
      readonly latitude: number
      readonly longitude: number
      readonly name?: string
      readonly address?: string
    }
  /** A quick reply button of a template. */
  | { readonly type: 'button'; readonly text: string; readonly payload: string }
  | { readonly type: 'button_reply'; readonly id: string; readonly title: string }
  | { readonly type: 'list_reply'; readonly id: string; readonly title: string; readonly description?: string }
  | { readonly type: 'contacts'; readonly name: string; readonly phone: string }
  | { readonly type: 'reaction'; readonly messageId: string; readonly emoji: string }
  /** A message that the Cloud API cannot show, for example a poll. */
  | { readonly type: 'unsupported' }

const files = {
  image: ['image/png', 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='],
  video: ['video/mp4', 'AAAAGGZ0eXBtcDQyAAAAAG1wNDJpc29t'],
  audio: ['audio/ogg; codecs=opus', 'T2dnUwACAAAAAAAAAAA='],
  document: ['application/pdf', 'JVBERi0xLjQKJSVFT0YK'],
} as const

type AddMedia = (mimeType: string, bytes: Buffer) => Media

/** The fields of an inbound message that depend on its type. */
export function inboundFields(content: Content, addMedia: AddMedia): Record<string, unknown> {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: { body: content.body } }
    case 'image':
    case 'video':
    case 'audio':
    case 'document': {
      const [mimeType, data] = files[content.type]
      const media = addMedia(content.mimeType ?? mimeType, content.bytes ?? Buffer.from(data, 'base64'))
      const fields = {
        caption: content.caption,
        filename: content.type === 'document' ? (content.filename ?? 'file.pdf') : undefined,
        mime_type: media.mimeType,
        sha256: hashOf(media, 'base64'),
        id: media.id,
        voice: content.type === 'audio' ? true : undefined,
      }
      return { type: content.type, [content.type]: fields }
    }
    case 'location': {
      const { type, ...location } = content
      return { type, location }
    }
    case 'button':
      return { type: 'button', button: { payload: content.payload, text: content.text } }
    case 'button_reply':
    case 'list_reply': {
      const { type, ...reply } = content
      return { type: 'interactive', interactive: { type, [type]: reply } }
    }
    case 'contacts':
      return {
        type: 'contacts',
        contacts: [
          {
            name: { formatted_name: content.name, first_name: content.name },
            phones: [{ phone: `+${content.phone}`, wa_id: content.phone, type: 'CELL' }],
          },
        ],
      }
    case 'reaction':
      return { type: 'reaction', reaction: { message_id: content.messageId, emoji: content.emoji } }
    case 'unsupported':
      return {
        type: 'unsupported',
        errors: [
          {
            code: 131051,
            title: 'Message type unknown',
            message: 'Message type unknown',
            error_data: { details: 'Message type is currently not supported.' },
          },
        ],
        unsupported: { type: 'poll_creation' },
      }
  }
}
