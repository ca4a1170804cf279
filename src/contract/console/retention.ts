import { consoleResource, route } from '../route.ts'
import { nullable, objectOf, oneOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

export const dataClasses = ['texts', 'messages', 'events', 'logs'] as const
export type DataClass = (typeof dataClasses)[number]

/** Days; null for no limit; `default` for the value of the installation. */
export type LimitValue = Static<typeof LimitValue>
const LimitValue = Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null(), Type.Literal('default')])

const limit = Type.Optional(LimitValue)

/** Missing classes keep their limit. */
export type LimitsBody = Static<typeof LimitsBody>
const LimitsBody = objectOf({ texts: limit, messages: limit, events: limit, logs: limit })

export type InstallationLimitsBody = Static<typeof InstallationLimitsBody>
const InstallationLimitsBody = objectOf({ default: Type.Optional(LimitsBody), max: Type.Optional(LimitsBody) })

const Days = nullable(Type.Integer())

export type RetentionClass = Static<typeof RetentionClass>
const RetentionClass = objectOf({
  dataClass: oneOf(dataClasses),
  /** The limit that was set: of the account, or the default of the installation. */
  limit: LimitValue,
  /** The days of `default`. */
  default: Days,
  min: Type.Integer(),
  /** Null for no maximum. */
  max: Days,
  /** The days that apply now. */
  days: Days,
  /** A shorter limit applies a day after it was set; null if nothing changes. */
  next: nullable(objectOf({ days: Days, at: Time })),
})

export type RetentionRows = Static<typeof RetentionRows>
const RetentionRows = objectOf({
  rule: Type.String(),
  dataClass: oneOf(dataClasses),
  /** How long rows of this kind are kept; null for ever. It can differ from the limit of the class. */
  days: Days,
  /** Rows to remove, counted up to 10,000. */
  rows: Type.Integer(),
  hasMore: Type.Boolean(),
  /** They are removed after this time. */
  at: Time,
})

export type RetentionRun = Static<typeof RetentionRun>
const RetentionRun = objectOf({
  rule: Type.String(),
  startedAt: Time,
  /** Null while it is unfinished. */
  finishedAt: nullable(Time),
  removed: Type.Integer(),
  removedTotal: Type.Integer(),
  /** Stays until a complete run without an error. */
  error: nullable(Type.String()),
})

const state = { classes: Type.Array(RetentionClass), rows: Type.Array(RetentionRows) }

export type RetentionState = Static<typeof RetentionState>
const RetentionState = objectOf({
  ...state,
  /** When old data was last removed; null before the first complete run. */
  lastRunAt: nullable(Time),
})

export type InstallationRetention = Static<typeof InstallationRetention>
const InstallationRetention = objectOf({ ...RetentionState.properties, runs: Type.Array(RetentionRun) })

/** The limits as they would be, and the rows that they would remove. */
export type RetentionPreview = Static<typeof RetentionPreview>
const RetentionPreview = objectOf(state)

export const retention = consoleResource('retention', {
  getDefaults: route('GET /retention', 'operator', 'Get the retention of the installation', {
    command: null,
    answer: InstallationRetention,
  }),
  setDefaults: route('PUT /retention', 'operator', 'Set the retention of the installation', {
    command: null,
    does: 'retention.set_installation',
    body: InstallationLimitsBody,
    answer: InstallationRetention,
  }),
  previewDefaults: route(
    'POST /retention/preview',
    'operator',
    'Count the rows that a retention of the installation would remove',
    { command: null, does: null, body: InstallationLimitsBody, answer: RetentionPreview },
  ),
  get: route('GET /accounts/:account/retention', 'viewer', 'Get the retention of an account', {
    command: null,
    answer: RetentionState,
  }),
  set: route('PUT /accounts/:account/retention', 'owner', 'Set the retention of an account', {
    command: null,
    does: 'retention.set',
    body: LimitsBody,
    answer: RetentionState,
  }),
  preview: route(
    'POST /accounts/:account/retention/preview',
    'owner',
    'Count the rows that a retention of an account would remove',
    { command: null, does: null, body: LimitsBody, answer: RetentionPreview },
  ),
})
