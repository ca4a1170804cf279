import { secretValues, type Values } from '../../http-template/fill.ts'
import { fillMessage } from '../../http-template/send.ts'
import { sampleSecrets, tryFill } from '../../http-template/settings.ts'
import type { ChatContent, ChatSubmission } from '../channel.ts'
import type { HttpChatSettings } from './settings.ts'

/** The values that are the same in every request. */
export interface Constants {
  readonly secrets: Values
  /** Null when the provider does not call back, or the public URL is not configured. */
  readonly callbackUrl: string | null
}

const empty = {
  text: '',
  media_url: '',
  caption: '',
  filename: '',
  latitude: '',
  longitude: '',
  template: '',
  language: '',
  /** The texts of the template, as a JSON list. */
  parameters: '[]',
  /** The whole content, as JSON. */
  content: '',
}

/** Every placeholder has a value, because a template is the same for all types of messages. */
function contentValues(content: ChatContent): Values {
  const values = { ...empty, content: JSON.stringify(content) }
  switch (content.type) {
    case 'text':
      return { ...values, text: content.text }
    case 'location':
      return {
        ...values,
        text: content.name ?? '',
        latitude: String(content.latitude),
        longitude: String(content.longitude),
      }
    case 'template': {
      const { name, language, components = [] } = content
      return { ...values, template: name, language, parameters: JSON.stringify(components.flatMap(textsOf)) }
    }
    case 'interactive':
      return values
    default: {
      const { url, caption = '', filename = '' } = content
      return { ...values, text: caption, media_url: url, caption, filename }
    }
  }
}

function textsOf({ parameters }: Readonly<Record<string, unknown>>): string[] {
  return (Array.isArray(parameters) ? parameters : []).flatMap((one: { readonly text?: unknown } | null) =>
    typeof one?.text === 'string' ? [one.text] : [],
  )
}

const valuesOf = ({ id, service, business, phone, content }: ChatSubmission, constants: Constants): Values => ({
  id: String(id),
  service,
  business,
  phone,
  type: content.type,
  ...contentValues(content),
  callback_url: constants.callbackUrl ?? '',
  ...secretValues(constants.secrets),
})

/** Throws a ProviderFailure for a message that can never be put into a request. */
export const fillSend = (submission: ChatSubmission, settings: HttpChatSettings, constants: Constants) =>
  fillMessage(settings.send, valuesOf(submission, constants))

/** Fills the request with sample values and returns its URL. */
export function tryOut(settings: HttpChatSettings, secrets: readonly string[]): string[] {
  const service = settings.services[0] ?? ''
  const message = {
    id: 1,
    service,
    business: 'INFO',
    phone: '255712345678',
    content: { type: 'text', text: 'Hello' },
  } as const
  const constants = { secrets: sampleSecrets(secrets), callbackUrl: 'https://example.com' }
  return tryFill([['send', settings.send, valuesOf(message, constants)]])
}
