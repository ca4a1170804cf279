import type { DescribedSettings, KindDescription } from '../../values/kind-description.ts'

/** The settings of an SMPP carrier, for parsing and for forms. `docs/carriers.md` explains each of them. */

const basic = { 'x-group': 'basic' } as const
const advanced = { 'x-group': 'advanced' } as const
const byte = { type: 'integer', minimum: 0, maximum: 255 } as const
const ids = { type: 'string', enum: ['text', 'decimal', 'hex'], default: 'text' } as const

const address = <const Ton extends number, const Npi extends number>(
  title: string,
  description: string,
  ton: Ton,
  npi: Npi,
) =>
  ({
    type: 'object',
    title,
    description,
    additionalProperties: false,
    properties: {
      ton: { ...byte, default: ton, title: 'TON', description: 'Type of number.' },
      npi: { ...byte, default: npi, title: 'NPI', description: 'Numbering plan indicator.' },
    },
  }) as const

export const tls = {
  serverName: {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 253,
    default: null,
    title: 'Certificate name',
    description: 'The name to verify in the certificate. Default: the host.',
  },
  ca: {
    type: ['string', 'null'],
    maxLength: 16_384,
    default: null,
    title: 'Certificate authority',
    description: 'The certificate of the carrier’s own authority, in PEM format. Default: the public authorities.',
  },
  verify: {
    type: 'boolean',
    default: true,
    title: 'Verify the certificate',
    description: 'Turn this off only for tests: any certificate is then accepted.',
  },
} as const satisfies DescribedSettings

export const addresses = {
  alphanumeric: address('Alphanumeric senders', 'TON and NPI of sender names with letters.', 5, 0),
  number: address('Numeric senders', 'TON and NPI of senders that are phone numbers.', 1, 1),
  shortCode: address(
    'Short codes',
    'TON and NPI of senders with up to six digits. Some carriers require 6,0 or 0,1.',
    3,
    0,
  ),
  destination: address('Destination', 'TON and NPI of the recipient’s number.', 1, 1),
} as const satisfies DescribedSettings

export const settings = {
  host: {
    ...basic,
    type: 'string',
    minLength: 1,
    maxLength: 253,
    title: 'Host',
    description: 'Host name or IP address of the message center, without a port.',
  },
  port: {
    ...basic,
    type: 'integer',
    minimum: 1,
    maximum: 65_535,
    default: 2775,
    title: 'Port',
    description: 'TCP port of the message center.',
  },
  systemId: {
    ...basic,
    type: 'string',
    minLength: 1,
    maxLength: 64,
    title: 'System ID',
    description: 'Your user name with the carrier, up to 64 characters.',
  },
  systemType: {
    ...basic,
    type: 'string',
    maxLength: 12,
    default: '',
    title: 'System type',
    description: 'Only if the carrier asks for one.',
  },
  mode: {
    ...basic,
    type: 'string',
    enum: ['transceiver', 'pair'],
    default: 'transceiver',
    title: 'Bind mode',
    description: 'Choose “pair”, a transmitter and a receiver, if the carrier does not support transceivers.',
  },
  binds: {
    ...basic,
    type: 'integer',
    minimum: 1,
    maximum: 64,
    default: 1,
    title: 'Binds',
    description: 'Number of binds across all processes. Use more than one only if the carrier allows it.',
  },
  window: {
    ...basic,
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    default: 10,
    title: 'Window',
    description:
      'Maximum number of messages on each bind that wait for a response. It must not exceed the carrier’s limit.',
  },
  ratePerSecond: {
    ...basic,
    type: 'integer',
    minimum: 0,
    maximum: 100_000,
    default: 0,
    title: 'Messages per second',
    description:
      'Maximum rate across all binds, as agreed with the carrier. Each segment of a long message counts. 0 means no limit.',
  },
  tls: {
    ...basic,
    type: ['object', 'boolean', 'null'],
    default: null,
    title: 'TLS',
    additionalProperties: false,
    description: 'Encrypts the connection.',
    properties: tls,
  },
  addressRange: {
    ...advanced,
    type: 'string',
    maxLength: 40,
    default: '',
    title: 'Address range',
    description: 'Only if the carrier asks for one.',
  },
  answerSeconds: {
    ...advanced,
    type: 'integer',
    minimum: 1,
    maximum: 300,
    default: 30,
    title: 'Response timeout (seconds)',
    description: 'A message without a response within this time is sent again and may arrive twice.',
  },
  enquireSeconds: {
    ...advanced,
    type: 'integer',
    minimum: 1,
    maximum: 3_600,
    default: 30,
    title: 'Enquire link interval (seconds)',
    description: 'An idle connection is checked after this time. Keep it below the carrier’s own timeout.',
  },
  text: {
    ...advanced,
    type: 'string',
    enum: ['gsm7', 'gsm7-packed', 'latin1'],
    default: 'gsm7',
    title: 'Encoding',
    description: 'Encoding of texts in the GSM 03.38 alphabet. Change it if @, _, $ or é arrive as other characters.',
  },
  dataCoding: {
    ...advanced,
    type: ['integer', 'null'],
    minimum: 0,
    maximum: 255,
    default: null,
    title: 'Data coding',
    description:
      'The data_coding value of these texts. Set it only if the carrier requires another value than the default: 0, or 3 with latin1.',
  },
  longMessages: {
    ...advanced,
    type: 'string',
    enum: ['udh', 'sar', 'payload'],
    default: 'udh',
    title: 'Long messages',
    description: 'How the segments of a long message are marked. Change it if long messages arrive in pieces.',
  },
  validity: {
    ...advanced,
    type: 'string',
    enum: ['relative', 'absolute', 'none'],
    default: 'relative',
    title: 'Validity',
    description: 'How the expiry time of a message is sent. Choose “none” if the carrier rejects it.',
  },
  serviceType: {
    ...advanced,
    type: 'string',
    maxLength: 5,
    default: '',
    title: 'Service type',
    description: 'Only if the carrier asks for one.',
  },
  addresses: {
    ...advanced,
    type: ['object', 'null'],
    title: 'Number types',
    additionalProperties: false,
    description: 'TON and NPI by kind of sender, and of the destination.',
    properties: addresses,
  },
  answerIds: {
    ...advanced,
    ...ids,
    title: 'Message IDs in responses',
    description:
      'Format of the message IDs in submit responses. With “text”, letter case and leading zeros do not matter.',
  },
  receiptIds: {
    ...advanced,
    ...ids,
    title: 'Message IDs in receipts',
    description: 'Format of the message IDs in receipts. Change both if responses contain 1A2B and receipts 6699.',
  },
  unmarkedReceipts: {
    ...advanced,
    type: 'boolean',
    default: false,
    title: 'Unmarked receipts',
    description:
      'Treats messages in receipt format as receipts even if the carrier does not mark them. Anyone with a phone can forge such a message.',
  },
  statusErrors: {
    ...advanced,
    type: ['object', 'null'],
    title: 'Errors of submits',
    additionalProperties: { type: 'string' },
    examples: ['0x45: fail invalid_destination'],
    description:
      'Statuses of submit responses with an action (fail, retry or throttle) and a reason, where the default is wrong.',
  },
  receiptErrors: {
    ...advanced,
    type: ['object', 'null'],
    title: 'Errors in receipts',
    additionalProperties: { type: 'string' },
    examples: ['006: retry absent_subscriber'],
    description:
      'Error codes or states of delivery receipts with an action (fail or retry) and a reason, where the default is wrong.',
  },
} as const satisfies DescribedSettings

export const description: KindDescription = {
  title: 'SMPP 3.4',
  settings: { type: 'object', properties: settings, required: ['host', 'systemId'], additionalProperties: false },
  secrets: [{ name: 'password', title: 'Password', required: true }],
}
