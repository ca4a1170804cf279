import type { DescribedSettings, KindDescription } from '../../values/kind-description.ts'

/** The settings of a carrier over SMPP, as readers and forms go by them. `docs/carriers.md` says more about each. */

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
      ton: { ...byte, default: ton, title: 'TON', description: 'The type of number.' },
      npi: { ...byte, default: npi, title: 'NPI', description: 'The numbering plan.' },
    },
  }) as const

export const tls = {
  serverName: {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 253,
    default: null,
    title: 'Name in the certificate',
    description: 'Checked against the certificate; the host when left out.',
  },
  ca: {
    type: ['string', 'null'],
    maxLength: 16_384,
    default: null,
    title: 'Authority',
    description: "The certificate of the carrier's own authority, as PEM; those that everybody trusts when left out.",
  },
  verify: {
    type: 'boolean',
    default: true,
    title: 'Check the certificate',
    description: 'Without it any certificate is taken: only for tests.',
  },
} as const satisfies DescribedSettings

export const addresses = {
  alphanumeric: address('Senders with letters', 'TON and NPI of senders with letters.', 5, 0),
  number: address('Senders that are numbers', 'TON and NPI of senders that are numbers.', 1, 1),
  shortCode: address('Short codes', 'TON and NPI of senders of up to six digits. Some carriers want 6,0 or 0,1.', 3, 0),
  destination: address('Destination', 'TON and NPI of the number that is written to.', 1, 1),
} as const satisfies DescribedSettings

export const settings = {
  host: {
    ...basic,
    type: 'string',
    minLength: 1,
    maxLength: 253,
    title: 'Host',
    description: 'Name or address of the message centre, without a port.',
  },
  port: {
    ...basic,
    type: 'integer',
    minimum: 1,
    maximum: 65_535,
    default: 2775,
    title: 'Port',
    description: 'The port that it listens on.',
  },
  systemId: {
    ...basic,
    type: 'string',
    minLength: 1,
    maxLength: 64,
    title: 'System ID',
    description: 'Your name there, up to 64 characters.',
  },
  systemType: {
    ...basic,
    type: 'string',
    maxLength: 12,
    default: '',
    title: 'System type',
    description: 'Where the carrier asks for it; otherwise empty.',
  },
  mode: {
    ...basic,
    type: 'string',
    enum: ['transceiver', 'pair'],
    default: 'transceiver',
    title: 'Bind mode',
    description: 'A pair is a transmitter and a receiver, for carriers that know no transceiver.',
  },
  binds: {
    ...basic,
    type: 'integer',
    minimum: 1,
    maximum: 64,
    default: 1,
    title: 'Binds',
    description: 'How many binds there are, over all processes. More only where the carrier allows them.',
  },
  window: {
    ...basic,
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    default: 10,
    title: 'Window',
    description: 'How many messages of a bind may be unanswered. Not above what the carrier allows.',
  },
  ratePerSecond: {
    ...basic,
    type: 'integer',
    minimum: 0,
    maximum: 100_000,
    default: 0,
    title: 'Messages a second',
    description:
      'Most messages in a second, over all binds, parts of long ones counted; 0 is no limit. Set it to what you bought.',
  },
  tls: {
    ...basic,
    type: ['object', 'boolean', 'null'],
    default: null,
    title: 'TLS',
    additionalProperties: false,
    description: 'Whether the connection is encrypted.',
    properties: tls,
  },
  addressRange: {
    ...advanced,
    type: 'string',
    maxLength: 40,
    default: '',
    title: 'Address range',
    description: 'Where the carrier asks for it; otherwise empty.',
  },
  answerSeconds: {
    ...advanced,
    type: 'integer',
    minimum: 1,
    maximum: 300,
    default: 30,
    title: 'Seconds for an answer',
    description: 'How long an answer may take. A message without one is sent again, and may then arrive twice.',
  },
  enquireSeconds: {
    ...advanced,
    type: 'integer',
    minimum: 1,
    maximum: 3_600,
    default: 30,
    title: 'Seconds between enquiries',
    description: "After so long without a word the connection is tried. Below the carrier's own limit.",
  },
  text: {
    ...advanced,
    type: 'string',
    enum: ['gsm7', 'gsm7-packed', 'latin1'],
    default: 'gsm7',
    title: 'Alphabet',
    description:
      'How text goes out that GSM 03.38 has the characters for. Change it when @, _, $ or é arrive as something else.',
  },
  dataCoding: {
    ...advanced,
    type: ['integer', 'null'],
    minimum: 0,
    maximum: 255,
    default: null,
    title: 'Data coding',
    description: 'The number that goes with such text, where the carrier wants another than 0, or with latin1 3.',
  },
  longMessages: {
    ...advanced,
    type: 'string',
    enum: ['udh', 'sar', 'payload'],
    default: 'udh',
    title: 'Long messages',
    description: 'How the parts of a long text are marked. Change it when long texts arrive in pieces.',
  },
  validity: {
    ...advanced,
    type: 'string',
    enum: ['relative', 'absolute', 'none'],
    default: 'relative',
    title: 'Validity',
    description: 'How the carrier is told until when a message is worth delivering; none when it refuses that.',
  },
  serviceType: {
    ...advanced,
    type: 'string',
    maxLength: 5,
    default: '',
    title: 'Service type',
    description: 'Where the carrier asks for it; otherwise empty.',
  },
  addresses: {
    ...advanced,
    type: ['object', 'null'],
    title: 'Types of number',
    additionalProperties: false,
    description: 'TON and NPI, by the kind of sender, and of the number that is written to.',
    properties: addresses,
  },
  answerIds: {
    ...advanced,
    ...ids,
    title: 'Message ids in answers',
    description:
      'How message ids are written in answers to submits. With text, letter case and leading zeros do not matter.',
  },
  receiptIds: {
    ...advanced,
    ...ids,
    title: 'Message ids in receipts',
    description: 'The same in receipts. Change both when answers have 1A2B and receipts 6699.',
  },
  unmarkedReceipts: {
    ...advanced,
    type: 'boolean',
    default: false,
    title: 'Unmarked receipts',
    description:
      'A text in the form of a receipt counts as one, though the carrier does not mark it. Anybody with a phone can write such a text.',
  },
} as const satisfies DescribedSettings

export const description: KindDescription = {
  title: 'SMPP 3.4',
  settings: { type: 'object', properties: settings, required: ['host', 'systemId'], additionalProperties: false },
  secrets: [{ name: 'password', title: 'Password', required: true }],
}
