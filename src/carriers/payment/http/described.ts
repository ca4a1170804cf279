import type { DescribedSettings, KindDescription } from '../../../values/kind-description.ts'
import { paymentMethods } from '../provider.ts'

/** The settings of an HTTP payment provider, for forms. `docs/providers/payments-http.md` explains each of them. */

const basic = { 'x-group': 'basic' } as const
const advanced = { 'x-group': 'advanced' } as const
const texts = { type: 'array', items: { type: ['string'] } } as const

const settings = {
  method: {
    ...basic,
    type: 'string',
    enum: paymentMethods,
    title: 'Method',
    description: 'prompt: the payer confirms on the phone. redirect: the payer continues on a page of the provider.',
  },
  start: {
    ...basic,
    type: 'object',
    title: 'Start',
    description: 'The request that starts a payment: url, method, headers, body, answer and states.',
  },
  query: {
    ...basic,
    type: 'object',
    title: 'Query',
    description: 'The request for the state of a payment: url, method, headers, body, answer and states.',
  },
  callback: {
    ...basic,
    type: ['object', 'null'],
    default: null,
    title: 'Callback',
    description: 'Where a callback has its values, and how it is signed.',
  },
  token: {
    ...advanced,
    type: ['object', 'null'],
    default: null,
    title: 'Access token',
    description: 'The request for an access token, which the other requests use as {token}.',
  },
  answer: {
    ...basic,
    type: 'object',
    title: 'Response',
    description: 'Paths to reference, redirect, state, reason, amount, currency and receipt in all responses.',
  },
  states: {
    ...basic,
    type: 'object',
    title: 'States',
    description: 'The values, or HTTP statuses such as http:404, that mean paid, failed, pending and missing.',
  },
  redirectOrigins: {
    ...basic,
    ...texts,
    title: 'Redirect origins',
    description: 'Payers are redirected only to these origins, such as https://checkout.example.com.',
  },
  currencies: { ...advanced, ...texts, title: 'Currencies', description: 'Only these currencies. Default: all.' },
  phonePrefixes: {
    ...advanced,
    ...texts,
    title: 'Phone prefixes',
    description: 'Only numbers that begin with one of these digits can pay. Default: all.',
  },
  wholeAmounts: {
    ...advanced,
    type: 'boolean',
    default: false,
    title: 'Whole amounts only',
    description: 'The provider takes no amounts with decimals.',
  },
  amountIn: {
    ...advanced,
    type: 'string',
    enum: ['major', 'minor'],
    default: 'major',
    title: 'Unit of amounts',
    description: 'Whether amounts in responses and callbacks are units or hundredths.',
  },
  confirmByQuery: {
    ...advanced,
    type: 'boolean',
    default: true,
    title: 'Confirm callbacks',
    description: 'Ask the provider before believing a callback.',
  },
  believeMissingAfterSeconds: {
    ...advanced,
    type: 'integer',
    minimum: 300,
    maximum: 1_209_600,
    default: 86_400,
    title: 'Missing payments fail after (seconds)',
    description: 'A payment that the provider does not know counts as failed after this time.',
  },
  askAfterSeconds: {
    ...advanced,
    type: 'integer',
    minimum: 1,
    maximum: 3_600,
    default: 5,
    title: 'First query after (seconds)',
    description: 'Later queries follow less and less often.',
  },
} as const satisfies DescribedSettings

export const httpDescription: KindDescription = {
  title: 'Payments over HTTP',
  settings: {
    type: 'object',
    properties: settings,
    required: ['method', 'start', 'query'],
    additionalProperties: false,
  },
  secrets: [],
}
