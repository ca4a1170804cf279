import type { FastifyInstance } from 'fastify'
import { type Config, secretsOf } from '../config.ts'
import { serve } from '../console-route.ts'
import type { ProcessRole } from '../context.ts'
import type { DatabaseState } from '../contract/console/system.ts'
import { type Database, readSchemaState, readServerState } from '../engine/db/index.ts'
import { type Hosts, labelOf } from '../engine/http/index.ts'
import { listUnreadable, openReader, readSecretState } from '../engine/secrets/index.ts'
import { migrationsDirectory } from '../migrations.ts'
import { listCarrierNames, type RoutingContext } from '../modules/routing/index.ts'
import { findOldestWaiting } from '../modules/sms/index.ts'
import { sealedColumns } from '../sealed.ts'
import { commit, version } from '../version.ts'

/** Changes nothing, and takes any schema: an empty one, an older one, a newer one. */
export async function readDatabaseState(db: Database, config: Config, now: Date): Promise<DatabaseState> {
  const server = await readServerState(db)
  const schema = await readSchemaState(db, migrationsDirectory)
  const secret = await readSecretState(db, secretsOf(config))
  const since = schema.applied.includes('0004_sms') ? await findOldestWaiting(db, now) : null
  const waitingSeconds = since === null ? null : Math.floor((now.getTime() - since.getTime()) / 1_000)
  const carriers = schema.applied.includes('0017_routing') ? await listCarrierNames(db) : []
  const reader = schema.missing.length === 0 ? await openReader(db, secretsOf(config)) : null
  const unreadable = reader === null ? [] : await listUnreadable(db, reader, sealedColumns)
  return { engine: db.engine, ...server, schema, secret, unreadable, waitingSeconds, carriers }
}

/**
 * What this process is and what it stands on, for operators and for `ngoma doctor`; and the little of it that is for
 * anyone.
 */
export function systemConsole(app: FastifyInstance, ctx: RoutingContext, role: ProcessRole, hosts: Hosts): void {
  const { config, db, routing } = ctx

  serve(app, 'GET /about', { may: 'anyone' }, () => {
    const { staging, smtpUrl, publicUrl, currency } = config
    const names = Object.fromEntries([...hosts].flatMap(([area, [name]]) => (name === undefined ? [] : [[area, name]])))
    return { staging, mail: smtpUrl !== null, version, publicUrl, currency, hosts: names }
  })

  serve(app, 'GET /system', { may: 'operator' }, async () => {
    const address = app.server.address()
    return {
      version,
      commit,
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
