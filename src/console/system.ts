import type { FastifyInstance } from 'fastify'
import { serve } from '../api-route.ts'
import { type Config, readSupervised, secretsOf } from '../config.ts'
import { type DatabaseState, system } from '../contract/console/system.ts'
import { type Database, readSchemaState, readServerState } from '../engine/db/index.ts'
import { labelOf } from '../engine/http/index.ts'
import { listUnreadable, openReader, readSecretState, type SealedColumn } from '../engine/secrets/index.ts'
import { findWriteProblem } from '../engine/write-problem.ts'
import { migrationsDirectory } from '../migrations.ts'
import type { Core } from '../module.ts'
import { erasuresPath, findLastRun, readArchiveState } from '../modules/privacy/index.ts'
import { listAway, listCallingBack } from '../modules/providers/index.ts'
import { isFlapping, listCarrierNames, listCarriers, listPaces, type RoutingContext } from '../modules/routing/index.ts'
import { findOldestWaiting, type SmsContext } from '../modules/sms/index.ts'
import { passkeyHost, publicDashboard } from '../modules/users/index.ts'
import { countFailing } from '../modules/webhooks/index.ts'
import { commit, version } from '../version.ts'
import { listDueWork } from './work.ts'

/** Read-only. Works with any schema version, also an empty or newer one. */
export async function readDatabaseState(
  db: Database,
  config: Config,
  sealed: readonly SealedColumn[],
  now: Date,
): Promise<DatabaseState> {
  const server = await readServerState(db)
  const schema = await readSchemaState(db, migrationsDirectory)
  const secret = await readSecretState(db, secretsOf(config))
  const hasTables = schema.applied.length > 0
  const since = hasTables ? await findOldestWaiting(db, now) : null
  const waitingSeconds = since === null ? null : Math.floor((now.getTime() - since.getTime()) / 1_000)
  const carriers = hasTables ? await listCarrierNames(db) : []
  const isCurrent = schema.missing.length === 0
  const reader = isCurrent ? await openReader(db, secretsOf(config)) : null
  const unreadable = reader === null ? [] : await listUnreadable(db, reader, sealed)
  const operations = isCurrent ? { operations: await readOperations(db, config, now) } : {}
  return { engine: db.engine, ...server, schema, secret, unreadable, waitingSeconds, carriers, ...operations }
}

/** Operational problems. Requires an up-to-date schema. */
async function readOperations(
  db: Database,
  { archiveDirectory, publicUrl }: Config,
  now: Date,
): Promise<NonNullable<DatabaseState['operations']>> {
  const [carriers, paces, away, uncalled, webhooksFailing, work, lastRun] = await Promise.all([
    listCarriers(db),
    listPaces(db, now),
    listAway(db),
    publicUrl === null ? listCallingBack(db) : [],
    countFailing(db),
    listDueWork(db, now),
    findLastRun(db, null),
  ])
  const ages = work.flatMap(({ work: name, oldestDueAt }) =>
    oldestDueAt === null ? [] : [{ work: name, seconds: Math.floor((now.getTime() - oldestDueAt.getTime()) / 1_000) }],
  )
  return {
    pausedCarriers: carriers.filter(({ paused }) => paused).map(({ name }) => name),
    throttledCarriers: [...paces].flatMap(([name, { throttles }]) => (throttles > 0 ? [name] : [])),
    unhealthyCarriers: carriers.flatMap(({ name, paused, health: { state, reason } }) =>
      paused || state === 'in' ? [] : [{ name, state, reason }],
    ),
    flappingCarriers: carriers.filter(({ connections }) => isFlapping(connections)).map(({ name }) => name),
    awayProviders: away.map(({ name }) => name),
    providersWithoutUrl: uncalled,
    webhooksFailing,
    oldestWork: ages.toSorted((a, b) => b.seconds - a.seconds)[0] ?? null,
    archive: archiveDirectory === null ? undefined : await readArchiveState(db, archiveDirectory),
    retention: {
      ageSeconds:
        lastRun.finishedAt === null ? null : Math.floor((now.getTime() - lastRun.finishedAt.getTime()) / 1_000),
      failed: lastRun.failed,
    },
  }
}

/** State of this process and its database, for operators and `ngoma doctor`; `/about` is public. */
export function systemConsole(
  app: FastifyInstance,
  ctx: RoutingContext & Pick<SmsContext, 'callRecords'>,
  { role, hosts, sealed }: Pick<Core, 'role' | 'hosts'> & { readonly sealed: readonly SealedColumn[] },
): void {
  const { config, db, routing, callRecords } = ctx

  serve(app, system.about, () => {
    const { staging, smtpUrl, publicUrl, currency } = config
    const names = Object.fromEntries([...hosts].flatMap(([area, [name]]) => (name === undefined ? [] : [[area, name]])))
    return {
      staging,
      mail: smtpUrl !== null,
      oidc: config.oidcIssuer === null ? null : config.oidcName,
      passkeyHost: passkeyHost(config),
      version,
      publicUrl,
      currency,
      hosts: names,
    }
  })

  serve(app, system.get, async () => {
    const address = app.server.address()
    return {
      version,
      commit,
      node: process.version,
      // The process to stop: a process of a supervisor ignores signals.
      pid: readSupervised() === null ? process.pid : process.ppid,
      role,
      host: config.host,
      // With PORT=0 only the socket knows the port.
      port: address !== null && typeof address === 'object' ? address.port : config.port,
      consoleHost: config.hostConsole?.[0] ?? null,
      dashboard: publicDashboard(config),
      staging: config.staging,
      databaseLabel: labelOf(config.databaseUrl),
      database: await readDatabaseState(db, config, sealed, ctx.clock.now()),
      callRecordsProblem: callRecords?.problem() ?? null,
      unwritable: {
        erasures: findWriteProblem(erasuresPath(config)),
        archive: config.archiveDirectory === null ? null : findWriteProblem(config.archiveDirectory),
        callRecords: config.callRecords === null ? null : findWriteProblem(config.callRecords),
      },
      carriers: routing.names().map((name) => ({
        name,
        ready: routing.isUp(name),
        paused: routing.carrierState(name)?.paused ?? false,
      })),
    }
  })
}
