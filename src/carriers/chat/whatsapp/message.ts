import type { ChatContent, ChatSubmission } from '../channel.ts'

/** Builds the bodies of POST /{phone-number-id}/messages. */

const mark = 'ngoma-'

/** Our id of a message, which WhatsApp returns with its statuses. */
const markOf = (id: number) => `${mark}${id}`

/** Null when it is not the id of one of our messages. */
export function readMark(text: unknown): number | null {
  const id = typeof text === 'string' && text.startsWith(mark) ? text.slice(mark.length) : ''
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null
}

export const orderBody = ({ id, phone, content }: Pick<ChatSubmission, 'id' | 'phone' | 'content'>) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: phone,
  ...contentFields(content),
  biz_opaque_callback_data: markOf(id),
})

function contentFields(content: ChatContent): Readonly<Record<string, unknown>> {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: { body: content.text } }
    case 'location': {
      const { type, name, address, ...place } = content
      // WhatsApp takes an address only with a name.
      const named = address !== undefined && name === undefined ? { name: address } : { name, address }
      return { type, location: { ...place, ...named } }
    }
    case 'template': {
      const { type, name, language, components } = content
      return { type, template: { name, language: { code: language }, components } }
    }
    case 'interactive':
      return { type: 'interactive', interactive: content.interactive }
    default: {
      const { type, url, caption, filename } = content
      // Only documents have a file name, and audio has no caption.
      const more = { ...(type === 'audio' ? {} : { caption }), ...(type === 'document' ? { filename } : {}) }
      return { type, [type]: { link: url, ...more } }
    }
  }
}
