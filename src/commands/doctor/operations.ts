import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import type { DatabaseState } from '../../contract/console/system.ts'
import { findWriteProblem } from '../../engine/write-problem.ts'
import { erasuresPath } from '../../modules/privacy/index.ts'
import { countOf } from '../../values/count.ts'
import { type Finding, ok, problem, sentence, warning } from './finding.ts'

/** Work that is due for longer than this has no worker. */
const workSecondsMax = 300
/** Old data is removed every hour. */
const retentionDaysMax = 2

/** A warning that lists names; none without a name. */
const listed = (check: string, message: string, names: readonly string[], advice: string) =>
  names.length === 0 ? [] : [warning(check, `${message}: ${names.join(', ')}`, advice)]

export function checkOperations(operations: DatabaseState['operations']): Finding[] {
  if (operations === undefined) return []
  const { unhealthyCarriers, webhooksFailing, oldestWork, retention } = operations
  const found = [
    ...listed(
      'carriers',
      'paused',
      operations.pausedCarriers,
      'Their messages wait or take other routes. Run "ngoma provider resume NAME" to resume a carrier.',
    ),
    ...unhealthyCarriers.map(({ name, state, reason }) =>
      warning(
        'carriers',
        `${name} is ${state === 'out' ? 'out of rotation' : 'on trial with a few messages'}${reason === null ? '' : `: ${reason}`}`,
        `Its messages take other routes, if there are any. Ask the carrier, and run "ngoma provider show ${name}" for its state.`,
      ),
    ),
    ...listed(
      'carriers',
      'flapping, because a bind was lost several times in five minutes',
      operations.flappingCarriers,
      'Run "ngoma provider show NAME" for the reason. Another program may use the same system ID, or the carrier allows fewer binds.',
    ),
    ...listed(
      'carriers',
      'throttled in the last five minutes',
      operations.throttledCarriers,
      'Lower the rate in the settings of the carrier, or ask the carrier for a higher rate.',
    ),
    ...listed(
      'providers',
      'do not answer',
      operations.awayProviders,
      'Their new work goes to other providers, or waits. Run "ngoma provider list" for the reason.',
    ),
    ...listed(
      'providers',
      'have no callback URL, because NGOMA_PUBLIC_URL is not set',
      operations.providersWithoutUrl,
      'Set NGOMA_PUBLIC_URL to the public address of the server. Without it, providers cannot report results, and M-Pesa takes no payments.',
    ),
  ]
  if (webhooksFailing > 0)
    found.push(
      warning(
        'webhooks',
        `${countOf(webhooksFailing, 'webhook endpoint is', 'webhook endpoints are')} failing`,
        'The reason is in the dashboard of the account, and in "ngoma webhook list".',
      ),
    )
  if (oldestWork !== null && oldestWork.seconds > workSecondsMax)
    found.push(
      warning(
        'background work',
        `${oldestWork.work} has been due for ${Math.floor(oldestWork.seconds / 60)} minutes`,
        'Check that a worker is running, and check its log for errors. Run "ngoma queue" for all due work.',
      ),
    )
  found.push(...checkRetention(retention))
  return found.length > 0
    ? found
    : [ok('operations', 'no carrier is paused, failing, flapping or throttled, and no webhook endpoint is failing')]
}

function checkRetention({ ageSeconds, failed }: NonNullable<DatabaseState['operations']>['retention']): Finding[] {
  const days = ageSeconds === null ? 0 : Math.floor(ageSeconds / 86_400)
  const advice = 'Run "ngoma retention show" for the error, and check the log of the workers.'
  return [
    ...listed('retention', 'old data could not be removed', failed, advice),
    ...(days < retentionDaysMax ? [] : [warning('retention', `old data was last removed ${days} days ago`, advice)]),
  ]
}

/** How to let the server write to a path that another process of its user can write to. */
function adviseSandbox(path: string, reason: string, otherwise: string): string {
  if (!reason.startsWith('EROFS')) return otherwise
  const directory = existsSync(path) && statSync(path).isDirectory() ? path : dirname(path)
  return `packaging/ngoma.service permits writes only to /var/lib/ngoma, /var/lib/ngoma-archive and /var/log/ngoma. Run "systemctl edit ngoma" (or ngoma@), add the lines "[Service]" and "ReadWritePaths=${directory}", and restart the server.`
}

/**
 * Outside of staging the file must be on storage that a restore does not replace, so it must be set. `running` is the
 * problem that the running server reports.
 */
export function checkErasuresFile(
  config: Pick<Config, 'erasuresFile' | 'dataDirectory' | 'staging'>,
  running: string | null = null,
): Finding[] {
  const check = 'erasures file'
  const path = erasuresPath(config)
  if (config.erasuresFile === null && config.staging) return []
  if (config.erasuresFile === null)
    return [
      warning(
        check,
        `NGOMA_ERASURES_FILE is not set: erasures of persons are written to ${path}`,
        'Set it to a file on storage that a restore does not replace. Without the file, a restored backup contains the persons who were erased since then.',
      ),
    ]
  const advice = 'Check that the directory exists, and that the user that runs Ngoma can write to it.'
  if (running !== null)
    return [
      problem(
        check,
        `the server cannot write to ${path}, so no person can be erased: ${running}`,
        adviseSandbox(resolve(path), running, advice),
      ),
    ]
  if (findWriteProblem(path) === null) return [ok(check, `written to ${path}`)]
  return [problem(check, `this user cannot write to ${path}: no person can be erased`, advice)]
}

/** Reports nothing without a file in the settings. `running` is the problem that the running server reports. */
export function checkCallRecords(path: string | null, running: string | null = null): Finding[] {
  const check = 'call records'
  if (path === null) return []
  const advice =
    'Check that the directory exists, the disk has free space, and the user that runs Ngoma can write to it.'
  if (running !== null)
    return [
      problem(check, `the server cannot write to ${path}: ${running}`, adviseSandbox(resolve(path), running, advice)),
    ]
  const directory = dirname(resolve(path))
  if (!existsSync(directory)) return [problem(check, `${directory} does not exist`, advice)]
  if (findWriteProblem(path) !== null) return [problem(check, `this user cannot write to ${path}`, advice)]
  return [ok(check, `written to ${path}`)]
}

/** Reports nothing without a directory in the settings. `state` is missing on an outdated schema. */
export function checkArchive(
  path: string | null,
  state: NonNullable<DatabaseState['operations']>['archive'] = { days: 0, missing: 0 },
  running: string | null = null,
): Finding[] {
  const check = 'archive'
  if (path === null) return []
  const directory = resolve(path)
  const advice =
    'Create the directory, mount its disk, and let the user that runs Ngoma write to it. Until then, no messages are removed.'
  if (!existsSync(directory)) return [problem(check, `${directory} does not exist`, advice)]
  if (running !== null)
    return [
      problem(check, `the server cannot write to ${directory}: ${running}`, adviseSandbox(directory, running, advice)),
    ]
  if (findWriteProblem(directory) !== null) return [problem(check, `this user cannot write to ${directory}`, advice)]
  if (state.problem !== undefined)
    return [
      problem(check, state.problem.message, `${sentence(state.problem.hint)} Until then, no messages are removed.`),
    ]
  if (state.missing > 0)
    return [
      warning(
        check,
        `${countOf(state.missing, 'archived day is', 'archived days are')} not in ${directory}`,
        'Run "ngoma archive list" for the days. Restore them from a copy, unless you moved them on purpose.',
      ),
    ]
  return [ok(check, `${countOf(state.days, 'day')} in ${directory}`)]
}
