import type { DescribedSettings, KindDescription } from '../../../values/kind-description.ts'

/** The settings of a WhatsApp channel, for parsing and for forms. `docs/providers/whatsapp.md` explains each of them. */

const basic = { 'x-group': 'basic' } as const
const advanced = { 'x-group': 'advanced' } as const

export const settings = {
  wabaId: {
    ...basic,
    type: 'string',
    minLength: 1,
    maxLength: 40,
    title: 'Business account ID',
    description: 'The ID of the WhatsApp Business account, digits.',
  },
  numbers: {
    ...basic,
    type: 'array',
    items: { type: ['object'] },
    title: 'Numbers',
    description: 'Your phone numbers: a list of {"id": "phone number ID", "number": "255700000001"}.',
  },
  baseUrl: {
    ...advanced,
    type: 'string',
    maxLength: 200,
    default: 'https://graph.facebook.com',
    title: 'Base URL',
    description: 'The address of the Graph API, without the version.',
  },
  version: {
    ...advanced,
    type: 'string',
    maxLength: 10,
    default: 'v23.0',
    title: 'Version',
    description: 'The version of the Graph API.',
  },
  ratePerSecond: {
    ...advanced,
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    default: 80,
    title: 'Messages per second',
    description: 'Maximum rate of each process.',
  },
  timeoutSeconds: {
    ...advanced,
    type: 'integer',
    minimum: 1,
    maximum: 120,
    default: 20,
    title: 'Response timeout (seconds)',
    description: 'Time limit for a response. After it, the outcome of a message is unknown.',
  },
  mediaMegabytesMax: {
    ...advanced,
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 16,
    title: 'Largest file (MiB)',
    description: 'Larger files that people send cannot be downloaded.',
  },
} as const satisfies DescribedSettings

export const description: KindDescription = {
  title: 'WhatsApp Cloud API',
  settings: { type: 'object', properties: settings, required: ['wabaId', 'numbers'], additionalProperties: false },
  secrets: [
    { name: 'accessToken', title: 'Access token of a system user', required: true },
    { name: 'appSecret', title: 'App secret, which signs webhooks', required: true },
    { name: 'verifyToken', title: 'Verify token of the webhook', required: true },
  ],
}
