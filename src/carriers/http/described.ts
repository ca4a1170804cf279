import type { DescribedSettings, KindDescription } from '../../values/kind-description.ts'
import { methods } from '../http-template/fill.ts'

/**
 * The settings of a carrier over HTTP, as readers and forms go by them. `docs/http-carriers.md` says more about each.
 */

const basic = { 'x-group': 'basic' } as const
const advanced = { 'x-group': 'advanced' } as const
const path = { type: 'string', default: '' } as const
const values = { type: 'array', items: { type: ['string', 'number', 'boolean'] } } as const

export const sendStates = {
  accepted: { ...values, title: 'Accepted', description: 'The provider has it. Every 2xx when left out.' },
  refused: { ...values, title: 'Refused', description: 'It never will: the message ends.' },
  busy: { ...values, title: 'Busy', description: 'This message may be tried again later.' },
  slow: {
    ...values,
    title: 'Slow',
    description: 'Nothing more for a while; no message fails for it. Also for no credit, and a wrong password.',
  },
} as const satisfies DescribedSettings

export const deliveryStates = {
  delivered: { ...values, title: 'Delivered', description: 'It arrived on the phone.' },
  undelivered: { ...values, title: 'Undelivered', description: 'It did not, and never will.' },
  pending: { ...values, title: 'Pending', description: 'It is still under way.' },
} as const satisfies DescribedSettings

const answerPaths = {
  reference: {
    ...path,
    title: 'Reference',
    description: "The path to the provider's id, such as data.0.id; our own {id} counts when left out.",
  },
  state: { ...path, title: 'State', description: 'The path to what the states are about.' },
  reason: { ...path, title: 'Reason', description: 'The path to why a message was refused.' },
} as const satisfies DescribedSettings

const answer = {
  type: 'object',
  title: 'Answer',
  description: 'Where things stand in the answer.',
  additionalProperties: false,
  properties: {
    split: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 10,
      default: null,
      title: 'Split',
      description: 'Signs to cut a text at; JSON when left out.',
    },
    ...answerPaths,
  },
} as const

const request = {
  url: {
    type: 'string',
    title: 'URL',
    description: 'With places for values, such as {phone}, {sender}, {text}, {id} and {secrets.password}.',
  },
  method: {
    type: 'string',
    enum: methods,
    title: 'Method',
    description: 'POST with a body, and otherwise GET, when left out.',
  },
  headers: {
    type: 'object',
    title: 'Headers',
    description: 'By name, with places for values.',
    additionalProperties: { type: 'string' },
  },
  body: { title: 'Body', description: 'A text, or an object that is sent as JSON; with places for values.' },
} as const satisfies DescribedSettings

export const send = {
  ...request,
  answer,
  states: {
    type: 'object',
    title: 'States',
    description: 'Which values, or statuses such as http:422, mean what.',
    additionalProperties: false,
    properties: sendStates,
  },
} as const satisfies DescribedSettings

const delivery = {
  type: 'object',
  title: 'States',
  description: 'Which values mean what.',
  additionalProperties: false,
  properties: deliveryStates,
  required: ['delivered', 'undelivered'],
} as const

export const status = {
  ...request,
  answer,
  states: delivery,
  afterSeconds: {
    type: 'integer',
    minimum: 0,
    maximum: 86_400,
    default: 0,
    title: 'Ask after seconds',
    description: 'How old a message is before it is asked about; with receipts 300 when left out.',
  },
} as const satisfies DescribedSettings

export const reply = {
  status: {
    type: 'integer',
    minimum: 200,
    maximum: 299,
    default: 200,
    title: 'Status',
    description: 'The HTTP status.',
  },
  type: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    default: 'text/plain; charset=utf-8',
    title: 'Type',
    description: 'The type of content.',
  },
  body: { type: 'string', maxLength: 1_000, default: 'OK', title: 'Body', description: 'What is written.' },
} as const satisfies DescribedSettings

export const receipts = {
  from: {
    type: 'string',
    enum: ['json', 'form', 'query'],
    default: 'json',
    title: 'From',
    description: 'Where they are: in a body of JSON, a form, or the query.',
  },
  list: {
    ...path,
    title: 'List',
    description: 'The path to a list of receipts in JSON; when left out the body is one, or a list of them.',
  },
  ...answerPaths,
  reference: {
    ...path,
    title: 'Reference',
    description: 'The path to the id of the message, or the name of its field.',
  },
  states: delivery,
  answer: {
    type: 'object',
    title: 'Answer',
    description: 'What the provider is told, once a receipt is written.',
    additionalProperties: false,
    properties: reply,
  },
} as const satisfies DescribedSettings

export const encodings = {
  gsm: {
    type: ['string', 'number'],
    default: 'gsm',
    title: 'GSM 03.38',
    description: 'For text that GSM 03.38 has the characters for.',
  },
  ucs2: { type: ['string', 'number'], default: 'ucs2', title: 'UCS-2', description: 'For all other text.' },
} as const satisfies DescribedSettings

export const settings = {
  send: {
    ...basic,
    type: 'object',
    title: 'Send',
    description: 'The request for a message, and what its answer means.',
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
    description: 'How receipts are pushed; left out where there are none.',
    properties: receipts,
    required: ['reference', 'state', 'states'],
  },
  status: {
    ...advanced,
    type: ['object', 'null'],
    default: null,
    title: 'Status',
    additionalProperties: false,
    description: 'The request that asks about a message; left out where nobody can be asked.',
    properties: status,
    required: ['url', 'answer', 'states'],
  },
  encodings: {
    ...advanced,
    type: 'object',
    title: 'Encodings',
    additionalProperties: false,
    description: 'What {encoding} is.',
    properties: encodings,
  },
  timeoutSeconds: {
    ...advanced,
    type: 'integer',
    minimum: 1,
    maximum: 120,
    default: 15,
    title: 'Seconds for an answer',
    description: 'How long an answer may take.',
  },
  window: {
    ...basic,
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    default: 20,
    title: 'Window',
    description:
      'How many requests may be under way, on each process. After a crash no more than these are sent twice.',
  },
  ratePerSecond: {
    ...basic,
    type: 'integer',
    minimum: 0,
    maximum: 100_000,
    default: 0,
    title: 'Requests a second',
    description: 'Most requests in a second, on each process; 0 is no limit.',
  },
} as const satisfies DescribedSettings

export const description: KindDescription = {
  title: 'HTTP',
  settings: { type: 'object', properties: settings, required: ['send'], additionalProperties: false },
  secrets: [{ name: 'password', title: 'Password or token, for {secrets.password}', required: false }],
}
