import { type Static, Type } from 'typebox'
import { answerOf, listOf, nullable, oneOf, type Sendable, Time } from '../shapes.ts'
import { File, type RouteShapes } from './route.ts'

/** The state of the database, for operators. */
export type DatabaseState = Sendable<Static<typeof DatabaseState>>
const DatabaseState = answerOf({
  engine: oneOf(['embedded', 'postgres']),
  version: Type.String(),
  /** 150004 is 15.4. */
  versionNumber: Type.Integer(),
  /** How far its clock is ahead of this machine's, in milliseconds. */
  clockAheadMs: Type.Number(),
  /** An accepted request can be lost in a power cut when this or `synchronousCommit` is false. */
  fsync: Type.Boolean(),
  synchronousCommit: Type.Boolean(),
  /** Whether the program's user may create tables, as migrations do. */
  mayCreate: Type.Boolean(),
  connections: answerOf({
    max: Type.Integer(),
    /** Reserved for superusers. */
    reserved: Type.Integer(),
    /** Used by all programs, without the connection that asks. */
    used: Type.Integer(),
    /** Of those, the connections of Ngoma. */
    ours: Type.Integer(),
  }),
  schema: answerOf({
    applied: Type.Array(Type.String()),
    /** Migrations of this program that the database does not have. */
    missing: Type.Array(Type.String()),
    /** Migrations of the database that this program does not have. */
    unknown: Type.Array(Type.String()),
    /** Numbers of the last migration of this program and of the database; 0 for none. */
    programSchema: Type.Integer(),
    databaseSchema: Type.Integer(),
    /** The oldest program that may run on the database; null when no migration names one. */
    oldest: nullable(answerOf({ schema: Type.Integer(), version: Type.String() })),
  }),
  /** The root secret at the next start, or why there would be none. */
  secret: Type.Union([
    answerOf({ source: oneOf(['given', 'made', 'to be made']), rotating: Type.Boolean() }),
    answerOf({ wrong: Type.String() }),
  ]),
  /** Values that can't be decrypted, and the commands that set them again. */
  unreadable: Type.Array(answerOf({ name: Type.String(), repair: Type.String() })),
  /** Age of the oldest unclaimed batch; null when there is none. */
  waitingSeconds: nullable(Type.Integer()),
  /** The names of the configured carriers. */
  carriers: Type.Array(Type.String()),
  /** What operators should know; left out on a schema that is not up to date, and by servers of older versions. */
  operations: Type.Optional(
    answerOf({
      pausedCarriers: Type.Array(Type.String()),
      /** Carriers that asked for a lower rate in the last five minutes. */
      throttledCarriers: Type.Array(Type.String()),
      /** Enabled webhook endpoints whose last attempts failed. */
      webhooksFailing: Type.Integer(),
      /** The table of background work whose oldest row has been due longest, and for how long. */
      oldestWork: nullable(answerOf({ work: Type.String(), seconds: Type.Integer() })),
    }),
  ),
})

export type CarrierState = Static<typeof CarrierState>
const CarrierState = answerOf({
  name: Type.String(),
  /** Whether it is up on any process. */
  ready: Type.Boolean(),
})

/** A running server, for operators and `ngoma doctor`. */
export type SystemState = Static<typeof SystemState>
const SystemState = answerOf({
  version: Type.String(),
  /** The commit that the program was made from; null when unknown. */
  commit: nullable(Type.String()),
  node: Type.String(),
  pid: Type.Integer(),
  role: oneOf(['all', 'api', 'worker', 'command']),
  host: Type.String(),
  port: Type.Integer(),
  /** The only host name that serves the console; null when every name does. */
  consoleHost: nullable(Type.String()),
  staging: Type.Boolean(),
  /** Where the database is, without credentials. */
  databaseLabel: Type.String(),
  database: DatabaseState,
  /** Why call records can't be written now; left out by servers of older versions. */
  callRecordsProblem: Type.Optional(nullable(Type.String())),
  carriers: Type.Array(CarrierState),
})

/** What anybody may know about this installation before signing in. */
export type About = Static<typeof About>
const About = answerOf({
  staging: Type.Boolean(),
  /** Whether the server can send email. */
  mail: Type.Boolean(),
  /** The name of the OpenID Connect provider, for a button; null when there is none. */
  oidc: nullable(Type.String()),
  /** The host name that passkeys are for; null where there can be none. */
  passkeyHost: nullable(Type.String()),
  version: Type.String(),
  publicUrl: nullable(Type.String()),
  /** The currency of new accounts. */
  currency: Type.String(),
  /** The host names of the areas that have one. Other areas are served where the dashboard is. */
  hosts: Type.Record(Type.String(), Type.String()),
})

/** Rows of background work that are due. */
export type WaitingWork = Static<typeof WaitingWork>
const WaitingWork = answerOf({
  /** The table whose rows they are. */
  work: Type.String(),
  /** Counted up to 10,000. */
  due: Type.Integer(),
  /** Of those, claimed by a worker. */
  inHand: Type.Integer(),
  oldestDueAt: nullable(Time),
})

export const systemRoutes = {
  'GET /about': { answer: About },
  'GET /system': { answer: SystemState },
  'GET /work': { answer: listOf(WaitingWork) },
  'GET /backup': { answer: File },
} as const satisfies RouteShapes
