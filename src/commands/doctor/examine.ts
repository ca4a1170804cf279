import { type Config, readConfig, secretsOf } from '../../config.ts'
import type { DatabaseState } from '../../contract/console/system.ts'
import { readHostStates } from '../../engine/db/index.ts'
import { findAbsent } from '../../engine/secrets/index.ts'
import { version } from '../../version.ts'
import {
  checkClock,
  checkConnections,
  checkDurability,
  checkIdleTransactions,
  checkSchema,
  checkSecret,
  checkUnreadable,
  checkVersion,
  checkWaiting,
} from './database.ts'
import type { Finding } from './finding.ts'
import { checkHosts, checkReplication } from './hosts.ts'
import { checkDirectory, checkDisk, checkNode } from './machine.ts'
import { checkArchive, checkCallRecords, checkErasuresFile, checkOperations } from './operations.ts'
import { reachDatabase, reachMail } from './reach.ts'
import { checkPort, checkPresence, findPresence, type Presence } from './server.ts'
import {
  checkCallbacks,
  checkHost,
  checkMailLinks,
  checkProvider,
  checkRoute,
  checkSettings,
  type NamedCarrier,
} from './settings.ts'
import { checkSmpp } from './smpp.ts'

const hostMsMax = 2_000

/** Runs all checks, in the order in which problems should be fixed. Changes nothing. */
export async function examine(env?: NodeJS.ProcessEnv): Promise<Finding[]> {
  const first = [checkNode(process.versions.node), ...checkSettings(env)]
  if (first.some(({ state }) => state === 'problem')) return first

  const config = readConfig(env)
  const presence = await findPresence(config.dataDirectory)
  const system = presence.kind === 'server' ? presence.system : null
  const [port, { finding, state }, hosts, mail] = await Promise.all([
    checkPort(config, presence),
    reachDatabase(config, presence),
    config.databaseUrl === null ? [] : readHostStates(config.databaseUrl, hostMsMax),
    reachMail(config),
  ])
  return [
    ...first,
    checkDirectory(config.dataDirectory),
    checkDisk(config.dataDirectory),
    checkPresence(presence, version, config.databaseUrl),
    checkHost(config),
    checkCallbacks(config),
    checkProvider(config),
    port,
    ...checkSmpp(config, new Date()),
    finding,
    ...checkHosts(hosts),
    ...checkReplication(hosts),
    ...(state === null ? [] : [checkVersion(state), checkSchema(state.schema, state.mayCreate ?? true)]),
    checkClock(new Date(), state === null || state.engine === 'embedded' ? null : state.clockAheadMs),
    ...(state === null || state.engine === 'embedded'
      ? []
      : [checkConnections(state.connections, config, presence.kind === 'server')]),
    ...(state === null
      ? absentSecret(config)
      : [
          checkSecret(state.secret, state.schema.applied.length === 0),
          ...checkUnreadable(state.unreadable),
          checkDurability(state, config.staging),
          ...checkIdleTransactions(state),
        ]),
    checkRoute(carriersOf(config.staging, presence, state)),
    ...(state === null ? [] : [checkWaiting(state.waitingSeconds), ...checkOperations(state.operations)]),
    ...checkCallRecords(config.callRecords, system?.callRecordsProblem ?? system?.unwritable?.callRecords),
    ...checkArchive(config.archiveDirectory, state?.operations?.archive, system?.unwritable?.archive),
    ...checkErasuresFile(config, system?.unwritable?.erasures),
    ...mail,
    ...checkMailLinks(config),
  ]
}

/** A missing secret is visible without the database; a wrong one is not. */
function absentSecret(config: Config): Finding[] {
  const wrong = findAbsent(secretsOf(config))
  return wrong === null ? [] : [checkSecret({ wrong })]
}

/** The carriers of the running server. Without one, the configured carriers, which are assumed to be reachable. */
function carriersOf(staging: boolean, presence: Presence, state: DatabaseState | null): readonly NamedCarrier[] {
  if (presence.kind === 'server') return presence.system.carriers
  return [...(staging ? ['simulator'] : []), ...(state?.carriers ?? [])].map((name) => ({ name, ready: true }))
}
