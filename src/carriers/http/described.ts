import type { DescribedSettings, KindDescription } from '../../values/kind-description.ts'
import { describedValues, describeRequest } from '../http-template/described.ts'
import { answerPaths, delivery, messages, receipts } from './described-pushes.ts'

/** The settings of an HTTP carrier, for parsing and for forms. `docs/http-carriers.md` explains each of them. */

const basic = { 'x-group': 'basic' } as const
const advanced = { 'x-group': 'advanced' } as const

export const sendStates = {
  accepted: {
    ...describedValues,
    title: 'Accepted',
    description: 'The provider accepted the message. Default: every 2xx status.',
  },
  refused: {
    ...describedValues,
    title: 'Refused',
    description: 'The provider will never send it. The message ends as undelivered.',
  },
  busy: { ...describedValues, title: 'Busy', description: 'This message is tried again later.' },
  slow: {
    ...describedValues,
    title: 'Slow down',
    description:
      'Sending pauses for a while, and no message fails. Also use it for missing credit or a wrong password.',
  },
} as const satisfies DescribedSettings

const answer = {
  type: 'object',
  title: 'Response',
  description: 'Where the values are in the response.',
  additionalProperties: false,
  properties: {
    split: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 10,
      default: null,
      title: 'Separator',
      description: 'Characters between the values of a plain-text response. Default: the response is JSON.',
    },
    ...answerPaths,
  },
} as const

const request = describeRequest('{phone}, {sender}, {text}, {id} and {secrets.password}')

export const send = {
  ...request,
  answer,
  states: {
    type: 'object',
    title: 'States',
    description: 'The meaning of each value, or of an HTTP status such as http:422.',
    additionalProperties: false,
    properties: sendStates,
  },
} as const satisfies DescribedSettings

export const status = {
  ...request,
  answer,
  states: delivery,
  afterSeconds: {
    type: 'integer',
    minimum: 0,
    maximum: 86_400,
    default: 0,
    title: 'First request after (seconds)',
    description: 'Age of a message at its first status request. Default: 0, or 300 with receipts.',
  },
} as const satisfies DescribedSettings

export const encodings = {
  gsm: {
    type: ['string', 'number'],
    default: 'gsm',
    title: 'GSM 03.38',
    description: 'For texts in the GSM 03.38 alphabet.',
  },
  ucs2: { type: ['string', 'number'], default: 'ucs2', title: 'UCS-2', description: 'For all other texts.' },
} as const satisfies DescribedSettings

export const settings = {
  send: {
    ...basic,
    type: 'object',
    title: 'Send',
    description: 'The request that submits a message, and the meaning of its response.',
    additionalProperties: false,
    properties: send,
    required: ['url'],
  },
  receipts: {
    ...basic,
    type: ['object', 'null'],
    default: null,
    title: 'Receipts',
    additionalProperties: false,
    description: 'Delivery receipts that the provider pushes.',
    properties: receipts,
    required: ['reference', 'state', 'states'],
  },
  messages: {
    ...advanced,
    type: ['object', 'null'],
    default: null,
    title: 'Incoming messages',
    additionalProperties: false,
    description: 'Messages of people that the provider pushes.',
    properties: messages,
    required: ['phone', 'number', 'text'],
  },
  status: {
    ...advanced,
    type: ['object', 'null'],
    default: null,
    title: 'Status request',
    additionalProperties: false,
    description: 'The request that asks for the status of a message.',
    properties: status,
    required: ['url', 'answer', 'states'],
  },
  encodings: {
    ...advanced,
    type: 'object',
    title: 'Encodings',
    additionalProperties: false,
    description: 'The values of {encoding}.',
    properties: encodings,
  },
  timeoutSeconds: {
    ...advanced,
    type: 'integer',
    minimum: 1,
    maximum: 120,
    default: 15,
    title: 'Response timeout (seconds)',
    description: 'Time limit for a response.',
  },
  window: {
    ...basic,
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    default: 20,
    title: 'Window',
    description: 'Concurrent requests of each process. After a crash, at most this many messages are sent twice.',
  },
  ratePerSecond: {
    ...basic,
    type: 'integer',
    minimum: 0,
    maximum: 100_000,
    default: 0,
    title: 'Requests per second',
    description: 'Maximum rate of each process. 0 means no limit.',
  },
} as const satisfies DescribedSettings

export const description: KindDescription = {
  title: 'HTTP',
  settings: { type: 'object', properties: settings, required: ['send'], additionalProperties: false },
  secrets: [{ name: 'password', title: 'Password or token for {secrets.password}', required: false }],
}
