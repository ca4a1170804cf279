import type { FastifyInstance } from 'fastify'
import { type Config, secretsOf } from '../config.ts'
import type { ProcessRole } from '../context.ts'
import {
  type Database,
  readSchemaState,
  readServerState,
  type SchemaState,
  type ServerState,
} from '../engine/db/index.ts'
import { consoleArea, type Hosts, labelOf } from '../engine/http/index.ts'
import { readSecretState, type SecretState } from '../engine/secrets/index.ts'
import { migrationsDirectory } from '../migrations.ts'
import { listCarrierNames, type RoutingContext } from '../modules/routing/index.ts'
import { findOldestWaiting } from '../modules/sms/index.ts'
import { version } from '../version.ts'

/** What the database is, and what is in it, as far as it concerns whoever runs the program. */
export interface DatabaseState extends ServerState {
  readonly engine: Database['engine']
  readonly schema: SchemaState
  readonly secret: SecretState
  /** How long the oldest batch of messages is due that nobody has in hand; null when none is, or nobody can know. */
  readonly waitingSeconds: number | null
  /** The names of those that were set up. */
  readonly carriers: readonly string[]
}

export interface CarrierState {
  readonly name: string
  /** Whether it is up, on whichever process. */
  readonly ready: boolean
}

/** What a running server says about itself. */
export interface SystemState {
  readonly version: string
  readonly node: string
  readonly pid: number
  readonly role: ProcessRole
  readonly host: string
  readonly port: number
  /** The host name that the console answers on alone; null when every host will do. */
  readonly consoleHost: string | null
  readonly staging: boolean
  /** Where its database is, without who may use it. */
  readonly databaseLabel: string
  readonly database: DatabaseState
  readonly carriers: readonly CarrierState[]
}

/** Changes nothing, and takes any schema: an empty one, an older one, a newer one. */
export async function readDatabaseState(db: Database, config: Config, now: Date): Promise<DatabaseState> {
  const server = await readServerState(db)
  const schema = await readSchemaState(db, migrationsDirectory)
  const secret = await readSecretState(db, secretsOf(config))
  const since = schema.applied.includes('0004_sms') ? await findOldestWaiting(db, now) : null
  const waitingSeconds = since === null ? null : Math.floor((now.getTime() - since.getTime()) / 1_000)
  const carriers = schema.applied.includes('0017_routing') ? await listCarrierNames(db) : []
  return { engine: db.engine, ...server, schema, secret, waitingSeconds, carriers }
}

/** What anybody may know about this installation, before they sign in. */
export interface About {
  readonly staging: boolean
  /** Whether e-mail can be sent. */
  readonly mail: boolean
  readonly version: string
  readonly publicUrl: string | null
  /** What new accounts pay in. */
  readonly currency: string
  /**
   * Under which name each part answers that has one of its own: what is not among them answers wherever the dashboard
   * does.
   */
  readonly hosts: Readonly<Record<string, string>>
}

/**
 * What this process is and what it stands on, for operators and for `ngoma doctor`; and the little of it that is for
 * anyone.
 */
export function systemConsole(app: FastifyInstance, ctx: RoutingContext, role: ProcessRole, hosts: Hosts): void {
  const { config, db, routing } = ctx

  app.get('/console/v1/about', { config: { area: consoleArea, may: 'anyone' } }, async (): Promise<About> => {
    const { staging, smtpUrl, publicUrl, currency } = config
    const names = Object.fromEntries([...hosts].flatMap(([area, [name]]) => (name === undefined ? [] : [[area, name]])))
    return { staging, mail: smtpUrl !== null, version, publicUrl, currency, hosts: names }
  })

  app.get('/console/v1/system', { config: { area: consoleArea, may: 'operator' } }, async (): Promise<SystemState> => {
    const address = app.server.address()
    return {
      version,
      node: process.version,
      pid: process.pid,
      role,
      host: config.host,
      // With PORT=0 the settings do not know it.
      port: address !== null && typeof address === 'object' ? address.port : config.port,
      consoleHost: config.hostConsole?.[0] ?? null,
      staging: config.staging,
      databaseLabel: labelOf(config.databaseUrl),
      database: await readDatabaseState(db, config, ctx.clock.now()),
      carriers: routing.names().map((name) => ({ name, ready: routing.isUp(name) })),
    }
  })
}
