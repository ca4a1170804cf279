import { consoleResource, File, route } from '../route.ts'
import { nullable, objectOf, oneOf, type Sendable, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

export type DatabaseState = Sendable<Static<typeof DatabaseState>>
const DatabaseState = objectOf({
  engine: oneOf(['embedded', 'postgres']),
  version: Type.String(),
  /** For example, 150004 is 15.4. */
  versionNumber: Type.Integer(),
  /** The offset of its clock from this machine's, in milliseconds. */
  clockAheadMs: Type.Number(),
  /** If this or `synchronousCommit` is false, a power failure can lose accepted requests. */
  fsync: Type.Boolean(),
  synchronousCommit: Type.Boolean(),
  /** After how many seconds the server ends an idle transaction; 0 for never. */
  idleTransactionSeconds: Type.Number(),
  /** Whether the database user may create tables, as migrations do. */
  mayCreate: Type.Boolean(),
  connections: objectOf({
    max: Type.Integer(),
    reserved: Type.Integer(),
    /** Used by all programs, except the connection of this query. */
    used: Type.Integer(),
    /** The connections of Ngoma. */
    ours: Type.Integer(),
  }),
  schema: objectOf({
    applied: Type.Array(Type.String()),
    /** Migrations of this program that are missing in the database. */
    missing: Type.Array(Type.String()),
    /** Migrations of the database that are missing in this program. */
    unknown: Type.Array(Type.String()),
    /** The number of the last migration of the program and of the database; 0 for none. */
    programSchema: Type.Integer(),
    databaseSchema: Type.Integer(),
    /** The oldest program that may run on the database; null when no migration names one. */
    oldest: nullable(objectOf({ schema: Type.Integer(), version: Type.String() })),
  }),
  /** The root secret at the next start, or the reason why there is none. */
  secret: Type.Union([
    objectOf({ source: oneOf(['given', 'made', 'to be made']), rotating: Type.Boolean() }),
    objectOf({ wrong: Type.String() }),
  ]),
  /** Values that cannot be decrypted, and the commands to set them again. */
  unreadable: Type.Array(objectOf({ name: Type.String(), repair: Type.String() })),
  /** Age of the oldest unclaimed batch; null when there is none. */
  waitingSeconds: nullable(Type.Integer()),
  carriers: Type.Array(Type.String()),
  /** Information for operators; missing on an outdated schema. */
  operations: Type.Optional(
    objectOf({
      pausedCarriers: Type.Array(Type.String()),
      /** Carriers that asked for a lower rate in the last five minutes. */
      throttledCarriers: Type.Array(Type.String()),
      /** Carriers that are not paused, and out of rotation or on trial. */
      unhealthyCarriers: Type.Array(
        objectOf({ name: Type.String(), state: oneOf(['out', 'trial']), reason: nullable(Type.String()) }),
      ),
      /** Carriers with a bind that keeps being lost. */
      flappingCarriers: Type.Array(Type.String()),
      /** Providers of airtime, payments and chat that do not answer. */
      awayProviders: Type.Array(Type.String()),
      /** Providers that call back while NGOMA_PUBLIC_URL is not set. */
      providersWithoutUrl: Type.Array(Type.String()),
      /** Enabled webhook endpoints whose last attempts failed. */
      webhooksFailing: Type.Integer(),
      /** The work table with the longest overdue row, and its age. */
      oldestWork: nullable(objectOf({ work: Type.String(), seconds: Type.Integer() })),
      /** Archived days, and those of them that are not in the archive directory; missing without a directory. */
      archive: Type.Optional(
        objectOf({
          days: Type.Integer(),
          missing: Type.Integer(),
          /** The directory belongs to another database, or its disk is not mounted. */
          problem: Type.Optional(objectOf({ message: Type.String(), hint: Type.String() })),
        }),
      ),
      /** Removal of old data: the age of the last complete run, null before it. */
      retention: objectOf({ ageSeconds: nullable(Type.Integer()), failed: Type.Array(Type.String()) }),
    }),
  ),
})

export type CarrierState = Static<typeof CarrierState>
const CarrierState = objectOf({
  name: Type.String(),
  /** Whether the carrier is up on any process. */
  ready: Type.Boolean(),
  paused: Type.Boolean(),
})

/** A running server, for operators and `ngoma doctor`. */
export type SystemState = Static<typeof SystemState>
const SystemState = objectOf({
  version: Type.String(),
  /** The commit of the program; null when unknown. */
  commit: nullable(Type.String()),
  node: Type.String(),
  pid: Type.Integer(),
  role: oneOf(['all', 'api', 'worker', 'command']),
  host: Type.String(),
  port: Type.Integer(),
  /** The only host name that serves the console; null when every name does. */
  consoleHost: nullable(Type.String()),
  /** The address of the dashboard from NGOMA_PUBLIC_URL. */
  dashboard: nullable(Type.String()),
  staging: Type.Boolean(),
  /** The location of the database, without credentials. */
  databaseLabel: Type.String(),
  database: DatabaseState,
  /** The reason why call records cannot be written. */
  callRecordsProblem: nullable(Type.String()),
  /** Why the process cannot write to the files of its settings, for example in the sandbox of systemd. */
  unwritable: objectOf({
    erasures: nullable(Type.String()),
    archive: nullable(Type.String()),
    callRecords: nullable(Type.String()),
  }),
  carriers: Type.Array(CarrierState),
})

export type About = Static<typeof About>
const About = objectOf({
  staging: Type.Boolean(),
  mail: Type.Boolean(),
  /** The name of the OpenID Connect provider for its button; null without one. */
  oidc: nullable(Type.String()),
  /** The host name for passkeys; null where they are not possible. */
  passkeyHost: nullable(Type.String()),
  version: Type.String(),
  publicUrl: nullable(Type.String()),
  /** The currency of new accounts. */
  currency: Type.String(),
  /** The host names of areas that have their own. Other areas share the host of the dashboard. */
  hosts: Type.Record(Type.String(), Type.String()),
})

export type WaitingWork = Static<typeof WaitingWork>
const WaitingWork = objectOf({
  /** The table of the rows. */
  work: Type.String(),
  /** Counted up to 10,000. */
  due: Type.Integer(),
  /** Rows that a worker has claimed. */
  inHand: Type.Integer(),
  oldestDueAt: nullable(Time),
})

const WorkState = objectOf({
  data: Type.Array(WaitingWork),
  /** Delivery receipts of the last hour without a matching message, counted up to 10,000 in total. */
  unmatchedReceipts: Type.Array(objectOf({ carrier: Type.String(), count: Type.Integer() })),
})

export type UnmatchedReceipts = Static<typeof WorkState>['unmatchedReceipts'][number]

export const system = consoleResource('system', {
  about: route('GET /about', 'anyone', 'Get the version of the server', { answer: About }),
  get: route('GET /system', 'operator', 'Get the state of the installation', { command: null, answer: SystemState }),
  work: route('GET /work', 'operator', 'List due background work', { command: null, answer: WorkState }),
  backup: route('GET /backup', 'operator', 'Take a backup of all data', {
    command: null,
    does: 'backup.take',
    asksProof: true,
    answer: File,
  }),
})
