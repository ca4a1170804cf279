import { ControlProblem, control, requiredText } from '../emulator/control.ts'
import type { Faults } from '../emulator/faults.ts'
import type { Fields } from '../emulator/json.ts'
import type { Exchange, Reply } from '../emulator/server.ts'
import type { NewTemplate, WhatsApp, Writing } from './api.ts'
import type { Content } from './inbound.ts'
import type { Template } from './templates.ts'

/** The HTTP API that steers the emulator: the methods of `WhatsApp` for developers without TypeScript. */
export const controlWhatsApp = (whatsapp: WhatsApp, faults: Faults, exchange: Exchange): Promise<Reply> =>
  control(
    faults,
    {
      'GET /messages': () =>
        whatsapp.sent.map(({ id, phoneNumberId, to, type, at, body, statuses }) => ({
          id,
          phone_number_id: phoneNumberId,
          to,
          type,
          at,
          content: body[type],
          statuses,
        })),
      'GET /webhooks': () => whatsapp.webhooks,
      'GET /templates': () => whatsapp.templates(),
      'POST /templates': (fields) => whatsapp.addTemplate(readTemplate(fields)),
      'POST /subscribe': async (fields) => {
        const number = fields.phone_number_id === undefined ? [] : [String(fields.phone_number_id)]
        await whatsapp
          .subscribe(requiredText(fields, 'url'), requiredText(fields, 'verify_token'), ...number)
          .catch(toProblem)
      },
      'POST /write': async (fields) => ({
        id: await whatsapp.write(readWriting(fields), readContent(fields)).catch(toProblem),
      }),
      'POST /read': (fields) => whatsapp.report(requiredText(fields, 'id'), 'read').catch(toProblem),
      'POST /retry': () => whatsapp.retryWebhooks(),
    },
    exchange,
  )

const toProblem = (error: Error) => {
  throw new ControlProblem(error.message)
}

function readTemplate(fields: Fields): NewTemplate {
  const { text, ...rest } = fields
  return {
    ...(rest as Partial<Template>),
    name: requiredText(fields, 'name'),
    language: requiredText(fields, 'language'),
    components: Array.isArray(fields.components)
      ? (fields.components as Template['components'])
      : [{ type: 'BODY', text: text === undefined ? requiredText(fields, 'text') : String(text) }],
  }
}

const readWriting = (fields: Fields): Writing => ({
  from: requiredText(fields, 'from').replace(/^\+/, ''),
  phoneNumberId: fields.phone_number_id === undefined ? undefined : String(fields.phone_number_id),
  name:
    fields.name === undefined || fields.type === 'location' || fields.type === 'contacts'
      ? undefined
      : String(fields.name),
  replyTo: fields.reply_to === undefined ? undefined : String(fields.reply_to),
})

/** `{"from":"255…","text":"Hello"}`, or any type with the fields of `Content`. */
function readContent(fields: Fields): Content {
  const { from, phone_number_id, reply_to, text, data, ...content } = fields
  if (typeof text === 'string' && content.type === undefined) return { type: 'text', body: text }
  const type = requiredText(fields, 'type')
  if (type === 'button' && typeof text === 'string') return { type, text, payload: requiredText(fields, 'payload') }
  const bytes = typeof data === 'string' ? { bytes: Buffer.from(data, 'base64') } : {}
  return { ...content, ...bytes, type } as unknown as Content
}
