import { type Static, Type } from 'typebox'
import type { KindDescription } from '../../values/kind-description.ts'
import { lanes } from '../../values/lane.ts'
import { senderLengthMax } from '../../values/sender.ts'
import { Nothing, type RouteShapes } from '../route.ts'
import { IdNumber, listOf, nullable, objectOf, oneOf, pageOf, queryOf, Time } from '../shapes.ts'
import { ProviderSecrets, ProviderSettings } from './providers.ts'

const share = nullable(Type.Number({ minimum: 0, maximum: 1 }))

/** When a carrier is taken out of rotation. Missing settings have their default; a share of null disables the check. */
export type HealthSettings = Static<typeof HealthSettings>
const HealthSettings = objectOf({
  errorsAbove: Type.Optional(share),
  missingAbove: Type.Optional(share),
  minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
  least: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  receiptMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_440 })),
  outSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 900 })),
  trialMessages: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
})

export const healthStates = ['in', 'out', 'trial'] as const
export type HealthState = (typeof healthStates)[number]

export const healthCauses = ['errors', 'receipts'] as const
export type HealthCause = (typeof healthCauses)[number]

export type CarrierHealth = Static<typeof CarrierHealth>
const CarrierHealth = objectOf({
  state: oneOf(healthStates),
  cause: nullable(oneOf(healthCauses)),
  /** A sentence for operators. */
  reason: nullable(Type.String()),
  since: Time,
  /** When the carrier is tried again; null when it is in rotation. */
  until: nullable(Time),
  /** How many times in a row it was taken out. */
  times: Type.Integer(),
})

/** One connection of a carrier: a bind. */
export type CarrierConnection = Static<typeof CarrierConnection>
const CarrierConnection = objectOf({
  place: Type.Integer(),
  /** The process that holds the bind; null without one. */
  owner: nullable(Type.String()),
  /** Null while it is up. */
  downSince: nullable(Time),
  problem: nullable(Type.String()),
  /** How often it was lost in the last five minutes. */
  losses: Type.Integer(),
  /** The used places of its window, about a second ago; 0 while it is down. */
  outstanding: Type.Integer(),
  window: Type.Integer(),
})

export type Carrier = Static<typeof Carrier>
const Carrier = objectOf({
  name: Type.String(),
  kind: Type.String(),
  settings: ProviderSettings,
  /** The names of the secrets. Values are never shown again. */
  secrets: Type.Array(Type.String()),
  /** The secrets cannot be decrypted and must be set again. Until then the carrier is down. */
  secretsUnreadable: Type.Boolean(),
  paused: Type.Boolean(),
  failoverSeconds: Type.Integer(),
  /** Null while it is up. */
  awaySince: nullable(Time),
  /** Whether one of its binds was lost at least three times in the last five minutes. */
  flapping: Type.Boolean(),
  /** How often it asked for a lower rate in the last five minutes. */
  throttles: Type.Integer(),
  /** The settings that differ from their defaults. */
  healthSettings: HealthSettings,
  health: CarrierHealth,
  createdAt: Time,
  changedAt: Time,
  connections: Type.Array(CarrierConnection),
  /** The URL for pushed delivery receipts; null when they arrive another way. */
  receiptUrl: nullable(Type.String()),
  /** The URL for pushed messages of people; null when they arrive another way. */
  messageUrl: nullable(Type.String()),
})

/** A kind of carrier, with its settings as JSON Schema for forms. */
export interface CarrierKind extends KindDescription {
  readonly kind: string
}

const CarrierKind = Type.Unsafe<CarrierKind>({ type: 'object', required: ['kind', 'title', 'settings', 'secrets'] })

/** The meaning of an error code of a carrier. */
export type CarrierErrorCode = Static<typeof CarrierErrorCode>
const CarrierErrorCode = objectOf({
  code: Type.String(),
  /** `throttle`: submitted again, at a lower rate. `retry`: submitted again later. `fail`: the message ends. */
  action: oneOf(['fail', 'retry', 'throttle']),
  reason: Type.String(),
  /** Whether the settings of the carrier say so, and not the default. */
  isOwn: Type.Boolean(),
  /** The meaning in the protocol, or the explanation of the reason; null when only the carrier knows it. */
  text: nullable(Type.String()),
})

/** Both lists are empty for carriers without a table of codes. */
export type CarrierErrors = Static<typeof CarrierErrors>
const CarrierErrors = objectOf({
  /** In responses to submitted messages. */
  statuses: Type.Array(CarrierErrorCode),
  /** In delivery receipts: states, error codes, or both. */
  receipts: Type.Array(CarrierErrorCode),
})

/** The results of one minute. */
export type CarrierMinute = Static<typeof CarrierMinute>
export const CarrierMinute = objectOf({
  at: Time,
  /** Messages that the carrier accepted. */
  taken: Type.Integer(),
  /** Messages that it rejected for good. */
  refused: Type.Integer(),
  /** Temporary errors of the carrier, such as throttling or a timeout. The message is retried. */
  errors: Type.Integer(),
})

/** The rule that picks the carrier of a message. */
export type Route = Static<typeof Route>
const Route = objectOf({
  id: Type.Integer(),
  /** Null means all accounts. */
  accountId: nullable(Type.Integer()),
  /** Empty means all numbers. */
  prefix: Type.String(),
  /** Null means all sender IDs. */
  sender: nullable(Type.String()),
  /** Null means all lanes. */
  lane: nullable(oneOf(lanes)),
  carrier: Type.String(),
  /** Of equally specific routes, the lowest value goes first. */
  place: Type.Integer(),
  /** Later routes are not tried, even while this carrier is unavailable. */
  stop: Type.Boolean(),
  createdAt: Time,
})

/** A candidate route and the state of its carrier. */
export type TriedRoute = Static<typeof TriedRoute>
const TriedRoute = objectOf({
  ...Route.properties,
  paused: Type.Boolean(),
  awaySince: nullable(Time),
  failoverSeconds: Type.Integer(),
  health: nullable(CarrierHealth),
  isAvailable: Type.Boolean(),
  isChosen: Type.Boolean(),
})

/** The route that a message would take now, and the reason. */
export type RouteTrial = Static<typeof RouteTrial>
const RouteTrial = objectOf({
  number: Type.String(),
  accountId: Type.Integer(),
  /** Null when no route matches the number. */
  carrier: nullable(Type.String()),
  /** Best first. Empty when the simulated network of staging is used. */
  routes: Type.Array(TriedRoute),
})

export type CarrierBody = Static<typeof CarrierBody>
const CarrierBody = objectOf({
  kind: Type.String({ maxLength: 32 }),
  settings: ProviderSettings,
  /** A missing secret keeps its value; null removes it. */
  secrets: Type.Optional(ProviderSecrets),
  failoverSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
  health: Type.Optional(HealthSettings),
})

export type RouteBody = Static<typeof RouteBody>
const RouteBody = objectOf({
  carrier: Type.String({ maxLength: 32 }),
  prefix: Type.Optional(Type.String({ pattern: '^[0-9]{0,15}$' })),
  accountId: Type.Optional(nullable(IdNumber)),
  sender: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: senderLengthMax }))),
  lane: Type.Optional(nullable(oneOf(lanes))),
  place: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  stop: Type.Optional(Type.Boolean()),
})

/** Missing fields keep their value. */
export type RouteChange = Static<typeof RouteChange>
const RouteChange = objectOf({ ...RouteBody.properties, carrier: Type.Optional(RouteBody.properties.carrier) })

export const routingRoutes = {
  'GET /carriers': { answer: listOf(Carrier) },
  'GET /carriers/:carrier': { answer: Carrier },
  'PUT /carriers/:carrier': { body: CarrierBody, answer: Carrier },
  'DELETE /carriers/:carrier': { status: 204, answer: Nothing },
  'POST /carriers/:carrier/pause': { answer: Carrier },
  'POST /carriers/:carrier/resume': { answer: Carrier },
  'GET /carriers/:carrier/throughput': { answer: objectOf({ minutes: Type.Array(CarrierMinute) }) },
  'GET /carriers/:carrier/errors': { answer: CarrierErrors },
  'GET /carrier-kinds': { answer: listOf(CarrierKind) },
  'GET /routes': { query: queryOf('page', 'limit'), answer: pageOf(Route) },
  'POST /routes': { body: RouteBody, status: 201, answer: Route },
  'PUT /routes/:route': { body: RouteChange, answer: Route },
  'DELETE /routes/:route': { status: 204, answer: Nothing },
  'GET /routes/try': { query: queryOf('number', 'account', 'sender', 'lane'), answer: RouteTrial },
} as const satisfies RouteShapes
