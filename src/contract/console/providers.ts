import { type Static, Type } from 'typebox'
import type { KindDescription } from '../../values/kind-description.ts'
import { Nothing, type RouteShapes } from '../route.ts'
import { IdNumber, listOf, mapOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

/** Providers of all products. Those of `sms` are the carriers. */
export const providerProducts = ['sms', 'airtime', 'payments', 'chat'] as const
export type ProviderProduct = (typeof providerProducts)[number]

/**
 * away: it does not answer. out and trial: a carrier that is out of rotation, or gets a few trial messages. unusable:
 * its settings are invalid, or its secrets cannot be decrypted.
 */
export const providerStates = ['up', 'away', 'out', 'trial', 'unusable'] as const
export type ProviderState = (typeof providerStates)[number]

export const ProviderSettings = mapOf(Type.Unknown(), 100)

/** Null removes a secret; a missing secret keeps its value. */
export const ProviderSecrets = mapOf(
  nullable(Type.String({ pattern: '^[\\x20-\\x7e]{1,1000}$' })),
  16,
  Type.String({ pattern: '^[A-Za-z0-9_-]{1,32}$' }),
)

export type Provider = Static<typeof Provider>
const Provider = objectOf({
  product: oneOf(providerProducts),
  name: Type.String(),
  kind: Type.String(),
  /** The only account that uses it; null for all accounts. */
  accountId: nullable(Type.Integer()),
  /** The lowest number is used first. Null for carriers, whose routes have priorities. */
  priority: nullable(Type.Integer()),
  /** A paused provider gets no new work. */
  paused: Type.Boolean(),
  settings: ProviderSettings,
  /** The names of the secrets. Values are never shown again. */
  secrets: Type.Array(Type.String()),
  /** The secrets cannot be decrypted and must be set again. */
  secretsUnreadable: Type.Boolean(),
  health: objectOf({
    state: oneOf(providerStates),
    /** Null while it is up. */
    since: nullable(Time),
    problem: nullable(Type.String()),
  }),
  /** The URL that the provider calls; null when it never does. It contains a secret. */
  callbackUrl: nullable(Type.String()),
  /** Open transfers, payments or messages that only this provider can finish. For carriers: waiting batches. */
  open: Type.Integer(),
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
})

/** Missing fields, except the settings, keep their value. */
export type ProviderBody = Static<typeof ProviderBody>
const ProviderBody = objectOf({
  kind: Type.String({ maxLength: 32 }),
  settings: ProviderSettings,
  secrets: Type.Optional(ProviderSecrets),
  /** Not for carriers. */
  accountId: Type.Optional(nullable(IdNumber)),
  /** Not for carriers. */
  priority: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})

export const providerRoutes = {
  'GET /provider-kinds': { answer: listOf(ProviderKind) },
  'GET /providers': { query: queryOf('product'), answer: listOf(Provider) },
  'GET /providers/:product/:provider': { answer: Provider },
  'PUT /providers/:product/:provider': { body: ProviderBody, answer: Provider },
  'DELETE /providers/:product/:provider': { status: 204, answer: Nothing },
  'POST /providers/:product/:provider/pause': { answer: Provider },
  'POST /providers/:product/:provider/resume': { answer: Provider },
} as const satisfies RouteShapes
