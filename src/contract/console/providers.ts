import type { KindDescription } from '../../values/kind-description.ts'
import { consoleResource, route } from '../route.ts'
import { IdNumber, listOf, mapOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { CarrierConnection, CarrierErrors, CarrierHealth, CarrierMinute } from './routing.ts'

/** Providers of all products. Those of `sms` are the carriers. */
export const providerProducts = ['sms', 'airtime', 'payments', 'chat'] as const
export type ProviderProduct = (typeof providerProducts)[number]

/**
 * paused: intended, so it is never called away. away: it does not answer. unusable: its settings are invalid, or its
 * secrets cannot be decrypted. Only of carriers: connecting; flapping, while one of its binds keeps being lost; out of
 * rotation, and on trial with a few messages.
 */
export const providerStates = ['up', 'connecting', 'paused', 'away', 'flapping', 'out', 'trial', 'unusable'] as const
export type ProviderState = (typeof providerStates)[number]

const ProviderSettings = mapOf(Type.Unknown(), 100)

/** Null removes a secret; a missing secret keeps its value. */
const ProviderSecrets = mapOf(
  nullable(Type.String({ pattern: '^[\\x20-\\x7e]{1,1000}$' })),
  16,
  Type.String({ pattern: '^[A-Za-z0-9_-]{1,32}$' }),
)

export type CarrierState = Static<typeof CarrierState>
const CarrierState = objectOf({
  failoverSeconds: Type.Integer(),
  /** Null while it is up. */
  awaySince: nullable(Time),
  /** Whether one of its binds was lost at least three times in the last five minutes. */
  flapping: Type.Boolean(),
  /** How often it asked for a lower rate in the last five minutes. */
  throttles: Type.Integer(),
  health: CarrierHealth,
  connections: Type.Array(CarrierConnection),
})

export const providerStatus = {
  state: oneOf(providerStates),
  /** When the state began; null while it is up, connecting, flapping or paused. */
  since: nullable(Time),
  /** Why it is away, out of rotation or on trial. */
  problem: nullable(Type.String()),
  /** The state in words. */
  status: Type.String(),
}

export type Provider = Static<typeof Provider>
const Provider = objectOf({
  name: Type.String(),
  product: oneOf(providerProducts),
  kind: Type.String(),
  ...providerStatus,
  /** The only account that uses it; null for all accounts. */
  accountId: nullable(Type.Integer()),
  /** The lowest number is used first. Null for carriers, whose routes have priorities. */
  priority: nullable(Type.Integer()),
  paused: Type.Boolean(),
  settings: ProviderSettings,
  /** The names of the secrets. Values are never shown again. */
  secrets: Type.Array(Type.String()),
  /** The secrets cannot be decrypted and must be set again. */
  secretsUnreadable: Type.Boolean(),
  /** The URL where the provider reports results; null when it never does. Its last part is a secret. */
  callbackUrl: nullable(Type.String()),
  /** The same for messages of people, if they have a URL of their own. */
  messageUrl: nullable(Type.String()),
  /** Open transfers, payments or messages that only this provider can finish. For carriers: waiting batches. */
  open: Type.Integer(),
  carrier: nullable(CarrierState),
  createdAt: Time,
  changedAt: Time,
})

/** A kind of provider, with its settings as JSON Schema for forms. */
export interface ProviderKind extends KindDescription {
  readonly product: ProviderProduct
  readonly kind: string
}

const ProviderKind = Type.Unsafe<ProviderKind>({
  type: 'object',
  required: ['product', 'kind', 'title', 'settings', 'secrets'],
  properties: {
    product: oneOf(providerProducts),
    kind: Type.String(),
    title: Type.String(),
    settings: { type: 'object', properties: { required: Type.Array(Type.String()) } },
  },
})

/** Missing fields keep their value. A new provider needs a product and a kind. */
export type ProviderBody = Static<typeof ProviderBody>
const ProviderBody = objectOf({
  product: Type.Optional(oneOf(providerProducts)),
  kind: Type.Optional(Type.String({ maxLength: 32 })),
  settings: Type.Optional(ProviderSettings),
  secrets: Type.Optional(ProviderSecrets),
  /** Not for carriers. */
  accountId: Type.Optional(nullable(IdNumber)),
  /** Not for carriers. */
  priority: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})

export const providers = consoleResource('providers', {
  kinds: route('GET /provider-kinds', 'operator', 'List the kinds of providers with their settings', {
    columns: 'product, kind, title, settings.required',
    query: queryOf('product'),
    answer: listOf(ProviderKind),
  }),
  list: route('GET /providers', 'operator', 'List the providers of all products', {
    columns: 'product, name, kind, accountId, priority, open, status',
    empty: { accountId: 'all' },
    query: queryOf('product'),
    answer: listOf(Provider),
  }),
  get: route('GET /providers/:provider', 'operator', 'Get a provider', { answer: Provider }),
  set: route('PUT /providers/:provider', 'operator', 'Create or change a provider', {
    command: null,
    does: 'provider.set',
    asksProof: true,
    body: ProviderBody,
    answer: Provider,
  }),
  delete: route('DELETE /providers/:provider', 'operator', 'Delete a provider without open work', {
    does: 'provider.remove',
    asksProof: true,
  }),
  pause: route('POST /providers/:provider/pause', 'operator', 'Pause a provider: give it no new work', {
    next: ['To resume it: ngoma provider resume {name}'],
    columns: '',
    does: 'provider.pause',
    answer: Provider,
  }),
  resume: route('POST /providers/:provider/resume', 'operator', 'Resume a provider', {
    next: ['To check its state: ngoma provider show {name}'],
    columns: '',
    does: 'provider.resume',
    answer: Provider,
  }),
  throughput: route(
    'GET /providers/:provider/throughput',
    'operator',
    'Get the messages of a carrier in each of the last 60 minutes',
    { command: null, answer: objectOf({ minutes: Type.Array(CarrierMinute) }) },
  ),
  errors: route('GET /providers/:provider/errors', 'operator', 'Get the meaning of the error codes of a carrier', {
    command: 'provider list-errors',
    answer: CarrierErrors,
  }),
})

export const chatTemplates = consoleResource('chatTemplates', {
  sync: route(
    'POST /providers/:provider/templates/sync',
    'operator',
    'Read the message templates of a chat channel now',
    {
      done: 'Templates read from {provider}: {templates}.',
      does: 'chat.sync_templates',
      answer: objectOf({ templates: Type.Integer() }),
    },
  ),
})
