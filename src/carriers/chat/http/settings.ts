import { messagesOf, receiptsOf, sendOf, timeoutSeconds } from '../../http/settings.ts'
import { requiredPath, states, values } from '../../http-template/settings.ts'
import { describeKind, flag, integer, list, nullable, problem } from '../../settings.ts'
import type { ChatContent } from '../channel.ts'

/** The settings of a chat channel with an HTTP API. `docs/providers/chat-http.md` explains each of them. */

const contentTypes = ['text', 'image', 'document', 'video', 'audio', 'location', 'template', 'interactive'] as const
const few = { maxItems: 50 }

const receiptStates = states('The meaning of each value.', {
  sent: values('Sent', 'The message was sent.'),
  delivered: values('Delivered', 'The message reached the person.', ', so no message could ever become delivered'),
  read: values('Read', 'The person read the message.'),
  failed: values('Failed', 'The message will never reach the person.', ', so no message could ever become failed'),
  pending: values('Pending', 'The message is still on its way.'),
})

const { description, read } = describeKind({
  title: 'HTTP',
  secrets: [{ name: 'password', title: 'Password or token for {secrets.password}', required: false }],
  basic: {
    services: list<string>(
      'Services',
      'The names of the services, such as telegram or voice. Messages choose the channel by it.',
      { type: 'string', pattern: '^[a-z][a-z0-9_-]{0,31}$', 'x-expected': 'a name such as telegram' },
      { ...few, minItems: 1 },
    ),
    businesses: nullable(
      list<string>(
        'Businesses',
        'The names or numbers that messages can be sent from. Default: any.',
        { type: 'string', pattern: '^\\P{Cc}{1,64}$', 'x-expected': 'a name of 1 to 64 characters' },
        few,
      ),
    ),
    types: list<ChatContent['type'] & (typeof contentTypes)[number]>(
      'Message types',
      'The message types that the send request supports. Default: text.',
      { type: 'string', enum: contentTypes },
      few,
    ),
    send: sendOf('{phone}, {business}, {text}, {id} and {secrets.password}'),
    receipts: receiptsOf('Statuses of messages that the provider pushes to the callback URL.', receiptStates),
    messages: messagesOf(
      'Messages of people that the provider pushes to the callback URL with /messages at its end.',
      requiredPath,
    ),
  },
  advanced: {
    isRepeatable: flag(
      'Recognizes repeated requests',
      'A request with the same {id} reaches the person once, so a lost response is answered by a retry.',
    ),
    hasSessions: flag('Has sessions', 'A person who did not write within 24 hours can only be sent templates.'),
    timeoutSeconds,
    ratePerSecond: integer('Messages per second', 'Maximum rate of each process. 0 means no limit.', {
      minimum: 0,
      maximum: 10_000,
      default: 0,
    }),
  },
})

export { description }

/** Throws a SettingsProblem for invalid settings. */
export function readSettings(given: unknown) {
  const settings = read(given)
  if (settings.messages !== null && settings.services.length > 1)
    throw problem('messages works only with one service; add a provider for each service')
  return { ...settings, types: settings.types.length === 0 ? (['text'] as const) : settings.types }
}

export type HttpChatSettings = ReturnType<typeof readSettings>
export type ReceiptSettings = NonNullable<HttpChatSettings['receipts']>
