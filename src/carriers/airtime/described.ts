import type { Described, DescribedSettings, KindDescription } from '../../values/kind-description.ts'
import { describedPath, describedValues, describeRequest } from '../http-template/described.ts'

/** The settings of an airtime provider with an HTTP API. `docs/providers/airtime.md` explains each of them. */

const basic = { 'x-group': 'basic' } as const
const advanced = { 'x-group': 'advanced' } as const

const optional = { type: ['object', 'null'], default: null } as const

const stateTexts = {
  successful: { title: 'Successful', description: 'The airtime was transferred. The hold is charged.' },
  failed: { title: 'Failed', description: 'Nothing was and will be paid. The hold is released.' },
  pending: { title: 'Pending', description: 'The provider is processing the transfer.' },
  unconfirmed: { title: 'Unconfirmed', description: 'The provider knows the transfer, and has certainly not paid.' },
  unknown: { title: 'Unknown', description: 'The provider does not know the transfer.' },
} as const

const states: Described = {
  type: 'object',
  title: 'States',
  description: 'The meaning of each value, or of an HTTP status such as http:404.',
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.entries(stateTexts).map(([state, texts]) => [state, { ...describedValues, ...texts }]),
  ),
}

const answer: Described = {
  type: 'object',
  title: 'Response',
  description: 'Where the values are in the response.',
  additionalProperties: false,
  properties: {
    reference: { ...describedPath, title: 'Reference', description: 'Path to the provider’s ID of the transfer.' },
    state: { ...describedPath, title: 'State', description: 'Path to the value that the states refer to.' },
    reason: { ...describedPath, title: 'Reason', description: 'Path to the reason for a failure.' },
  },
}

const request = (title: string, description: string): Described => ({
  type: 'object',
  title,
  description,
  additionalProperties: false,
  properties: {
    ...describeRequest('{transaction_id}, {phone}, {amount}, {currency}, {reference} and {secrets.token}'),
    answer: { ...answer, ...optional, description: 'Only if it differs from the common response.' },
    states: { ...states, ...optional, description: 'Only if they differ from the common states.' },
  },
  required: ['url'],
})

const settings: DescribedSettings = {
  create: {
    ...basic,
    ...request('Create', 'The request that announces a transfer. Without a confirm request, it also pays.'),
  },
  confirm: {
    ...basic,
    ...request('Confirm', 'The request that pays an announced transfer.'),
    ...optional,
  },
  status: { ...basic, ...request('Status', 'The request that asks for the state of a transfer.') },
  answer: { ...basic, ...answer },
  states: { ...basic, ...states },
  products: {
    ...advanced,
    type: ['array', 'null'],
    items: { type: ['integer'] },
    default: null,
    title: 'Products',
    description: 'The values of product_id that the provider supports. Default: all.',
  },
  believeUnknownAfterSeconds: {
    ...advanced,
    type: 'integer',
    minimum: 0,
    maximum: 86_400,
    default: 300,
    title: 'Believe unknown after (seconds)',
    description: 'Without a confirm request: how long a create request may still be on its way.',
  },
}

export const description: KindDescription = {
  title: 'HTTP',
  settings: { type: 'object', properties: settings, required: ['create', 'status'], additionalProperties: false },
  secrets: [{ name: 'token', title: 'Password or token for {secrets.token}', required: false }],
}
