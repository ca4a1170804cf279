import { lanes, senderLengthMax } from '../../values/sms.ts'
import { consoleResource, route } from '../route.ts'
import { described, IdNumber, nullable, objectOf, oneOf, optional, pagesOf, queryOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

export const healthStates = ['in', 'out', 'trial'] as const
export type HealthState = (typeof healthStates)[number]

export const healthCauses = ['errors', 'receipts'] as const
export type HealthCause = (typeof healthCauses)[number]

export type CarrierHealth = Static<typeof CarrierHealth>
export const CarrierHealth = objectOf({
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

export type CarrierConnection = Static<typeof CarrierConnection>
export const CarrierConnection = objectOf({
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
export const CarrierErrors = objectOf({
  /** In responses to submitted messages. */
  statuses: Type.Array(CarrierErrorCode),
  /** In delivery receipts: states, error codes, or both. */
  receipts: Type.Array(CarrierErrorCode),
})

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

export type RouteBody = Static<typeof RouteBody>
const RouteBody = objectOf({
  carrier: Type.String({ maxLength: 32, description: 'the name of the carrier' }),
  prefix: optional(
    Type.String({ pattern: '^[0-9]{0,15}$' }),
    'the first digits of phone numbers, such as 255; empty for all',
  ),
  accountId: Type.Optional(nullable(described(IdNumber, 'only messages of this account; null for all'))),
  sender: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: senderLengthMax,
        description: 'only messages with this sender ID; null for all',
      }),
    ),
  ),
  lane: Type.Optional(nullable(described(oneOf(lanes), 'only messages of this kind; null for all'))),
  place: optional(
    Type.Integer({ minimum: 1, maximum: 1_000 }),
    'of routes with the same criteria, the lowest comes first',
  ),
  stop: optional(Type.Boolean(), 'messages wait for this carrier and never take a later route'),
})

/** Missing fields keep their value. */
export type RouteChange = Static<typeof RouteChange>
const RouteChange = objectOf({ ...RouteBody.properties, carrier: Type.Optional(RouteBody.properties.carrier) })

const routeSentence =
  'Route {id} to {carrier}: prefix {prefix}, account {accountId}, sender ID {sender}, lane {lane}, priority {place}.'
const all = { accountId: 'all', prefix: 'all', sender: 'all', lane: 'all' }

export const routes = consoleResource('routes', {
  list: route('GET /routes', 'operator', 'List routes', {
    empty: all,
    names: [],
    columns: 'id, carrier, prefix, accountId, sender, lane, place, stop',
    ...pagesOf(Route),
  }),
  create: route('POST /routes', 'operator', 'Create a route', {
    empty: all,
    done: routeSentence,
    does: 'route.add',
    body: RouteBody,
    status: 201,
    answer: Route,
  }),
  update: route('PUT /routes/:route', 'operator', 'Change a route', {
    empty: all,
    done: routeSentence,
    does: 'route.change',
    body: RouteChange,
    answer: Route,
  }),
  delete: route('DELETE /routes/:route', 'operator', 'Delete a route', { does: 'route.remove' }),
  try: route('GET /routes/try', 'operator', 'Find the route of a number', {
    command: null,
    query: queryOf('number', 'account', 'sender', 'lane'),
    answer: RouteTrial,
  }),
})
