import type { DescribedSettings } from '../../values/kind-description.ts'
import { describedPath as path, describedValues as values } from '../http-template/described.ts'

/** The settings for receipts and messages that a provider pushes, and what the settings of status requests share. */

export const deliveryStates = {
  delivered: { ...values, title: 'Delivered', description: 'The message reached the phone.' },
  undelivered: { ...values, title: 'Undelivered', description: 'The message will never reach the phone.' },
  pending: { ...values, title: 'Pending', description: 'The message is still on its way.' },
} as const satisfies DescribedSettings

export const answerPaths = {
  reference: {
    ...path,
    title: 'Reference',
    description: 'Path to the provider’s message ID, such as data.0.id. Default: our own {id}.',
  },
  state: { ...path, title: 'State', description: 'Path to the value that the states below refer to.' },
  reason: { ...path, title: 'Reason', description: 'Path to the reason for a refusal.' },
} as const satisfies DescribedSettings

export const delivery = {
  type: 'object',
  title: 'States',
  description: 'The meaning of each value.',
  additionalProperties: false,
  properties: deliveryStates,
  required: ['delivered', 'undelivered'],
} as const

export const reply = {
  status: {
    type: 'integer',
    minimum: 200,
    maximum: 299,
    default: 200,
    title: 'Status',
    description: 'HTTP status of the response.',
  },
  type: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    default: 'text/plain; charset=utf-8',
    title: 'Content type',
    description: 'Content type of the response.',
  },
  body: { type: 'string', maxLength: 1_000, default: 'OK', title: 'Body', description: 'Text of the response.' },
} as const satisfies DescribedSettings

const answer = {
  type: 'object',
  title: 'Response',
  additionalProperties: false,
  properties: reply,
} as const

const from = {
  type: 'string',
  enum: ['json', 'form', 'query', 'xml'],
  default: 'json',
  title: 'Source',
  description: 'Where the values are: in a JSON body, a form, the query string, or an XML body.',
} as const

export const receipts = {
  from,
  list: {
    ...path,
    title: 'List',
    description: 'Path to a list of receipts in a JSON or XML body. Default: the body is one receipt or a list.',
  },
  ...answerPaths,
  reference: {
    ...path,
    title: 'Reference',
    description: 'Path or field name of the message ID.',
  },
  states: delivery,
  answer: { ...answer, description: 'Our response to the provider, once a receipt is stored.' },
} as const satisfies DescribedSettings

export const part = {
  reference: { ...path, title: 'Reference', description: 'Path or field name of the ID that all parts share.' },
  number: { ...path, title: 'Number', description: 'Path or field name of the number of the part, from 1.' },
  total: { ...path, title: 'Total', description: 'Path or field name of the number of parts.' },
} as const satisfies DescribedSettings

export const messages = {
  from,
  list: {
    ...path,
    title: 'List',
    description: 'Path to a list of messages in a JSON or XML body. Default: the body is one message or a list.',
  },
  id: {
    ...path,
    title: 'Message ID',
    description: 'Path or field name of the provider’s ID. A repeated message is recognized by it.',
  },
  phone: { ...path, title: 'Phone', description: 'Path or field name of the number of the person.' },
  number: { ...path, title: 'Number', description: 'Path or field name of your number or short code.' },
  text: { ...path, title: 'Text', description: 'Path or field name of the text.' },
  time: {
    ...path,
    title: 'Time',
    description: 'Path or field name of the time: ISO 8601, or seconds or milliseconds since 1970. Default: now.',
  },
  coding: {
    ...path,
    title: 'Encoding',
    description: 'Path or field name of the encoding of the text, where the provider sends some texts in hexadecimal.',
  },
  hex: {
    ...values,
    title: 'Hexadecimal encodings',
    description: 'The encodings whose texts are UCS-2 in hexadecimal.',
  },
  part: {
    type: ['object', 'null'],
    default: null,
    title: 'Part',
    description: 'Where the provider passes on the parts of a long message one by one.',
    additionalProperties: false,
    properties: part,
    required: ['reference', 'number', 'total'],
  },
  answer: { ...answer, description: 'Our response to the provider, once a message is stored.' },
} as const satisfies DescribedSettings
