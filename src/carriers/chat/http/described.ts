import type { DescribedSettings, KindDescription } from '../../../values/kind-description.ts'
import { settings as base, send as sendBase } from '../../http/described.ts'
import { receipts as receiptsBase } from '../../http/described-pushes.ts'
import { describedValues, describeRequest } from '../../http-template/described.ts'

/** The settings of a chat channel with an HTTP API. `docs/providers/chat-http.md` explains each of them. */

const basic = { 'x-group': 'basic' } as const
const advanced = { 'x-group': 'advanced' } as const
const texts = { type: 'array', items: { type: ['string'] } } as const

const send = {
  ...sendBase,
  ...describeRequest('{phone}, {business}, {text}, {id} and {secrets.password}'),
} as const satisfies DescribedSettings

export const receiptStates = {
  sent: { ...describedValues, title: 'Sent', description: 'The message was sent.' },
  delivered: { ...describedValues, title: 'Delivered', description: 'The message reached the person.' },
  read: { ...describedValues, title: 'Read', description: 'The person read the message.' },
  failed: { ...describedValues, title: 'Failed', description: 'The message will never reach the person.' },
  pending: { ...describedValues, title: 'Pending', description: 'The message is still on its way.' },
} as const satisfies DescribedSettings

export const receipts = {
  ...receiptsBase,
  states: {
    type: 'object',
    title: 'States',
    description: 'The meaning of each value.',
    additionalProperties: false,
    properties: receiptStates,
    required: ['delivered', 'failed'],
  },
} as const satisfies DescribedSettings

export const settings = {
  services: {
    ...basic,
    ...texts,
    title: 'Services',
    description: 'The names of the services, such as telegram or voice. Messages choose the channel by it.',
  },
  businesses: {
    ...basic,
    ...texts,
    title: 'Businesses',
    description: 'The names or numbers that messages can be sent from. Default: any.',
  },
  types: {
    ...basic,
    ...texts,
    title: 'Message types',
    description: 'The message types that the send request supports. Default: text.',
  },
  send: { ...base.send, properties: send },
  receipts: {
    ...base.receipts,
    description: 'Statuses of messages that the provider pushes to the callback URL.',
    properties: receipts,
  },
  messages: {
    ...base.messages,
    ...basic,
    description: 'Messages of people that the provider pushes to the callback URL with /messages at its end.',
    required: ['id', 'phone', 'number', 'text'],
  },
  isRepeatable: {
    ...advanced,
    type: 'boolean',
    default: false,
    title: 'Recognizes repeated requests',
    description: 'A request with the same {id} reaches the person once, so a lost response is answered by a retry.',
  },
  hasSessions: {
    ...advanced,
    type: 'boolean',
    default: false,
    title: 'Has sessions',
    description: 'A person who did not write within 24 hours can only be sent templates.',
  },
  timeoutSeconds: base.timeoutSeconds,
  ratePerSecond: { ...base.ratePerSecond, ...advanced, maximum: 10_000, title: 'Messages per second' },
} as const satisfies DescribedSettings

export const description: KindDescription = {
  title: 'HTTP',
  settings: { type: 'object', properties: settings, required: ['services', 'send'], additionalProperties: false },
  secrets: [{ name: 'password', title: 'Password or token for {secrets.password}', required: false }],
}
