import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { DatabaseState } from '../../contract/console/system.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Work that is due for so long is not done by anybody. */
const workSecondsMax = 300

/** What the rows of the database say about carriers, webhooks and background work. */
export function judgeOperations(operations: DatabaseState['operations']): Finding[] {
  if (operations === undefined) return []
  const { pausedCarriers, throttledCarriers, webhooksFailing, oldestWork } = operations
  const found = [
    ...(pausedCarriers.length === 0
      ? []
      : [
          warning(
            'carriers',
            `paused: ${pausedCarriers.join(', ')}`,
            'Their messages wait or take other routes. ngoma carrier resume NAME ends the pause.',
          ),
        ]),
    ...(throttledCarriers.length === 0
      ? []
      : [
          warning(
            'carriers',
            `throttled in the last five minutes: ${throttledCarriers.join(', ')}`,
            'Lower the rate in the settings of the carrier, or ask the carrier for a higher one.',
          ),
        ]),
    ...(webhooksFailing === 0
      ? []
      : [
          warning(
            'webhooks',
            `${webhooksFailing} webhook ${webhooksFailing === 1 ? 'endpoint fails' : 'endpoints fail'}`,
            'Their owners see why in the dashboard, or with ngoma webhooks list.',
          ),
        ]),
    ...(oldestWork === null || oldestWork.seconds <= workSecondsMax
      ? []
      : [
          warning(
            'background work',
            `${oldestWork.work} has been due for ${Math.floor(oldestWork.seconds / 60)} minutes`,
            'Check that a worker runs, and look for errors in its log. ngoma queue shows all work that is due.',
          ),
        ]),
  ]
  return found.length > 0
    ? found
    : [ok('operations', 'no carrier is paused or throttled, and no webhook endpoint fails')]
}

const mayWrite = (path: string) => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Nothing is said where no file is set. `running` is the problem that the server has with it. */
export function checkCallRecords(path: string | null, running: string | null = null): Finding[] {
  const check = 'call records'
  if (path === null) return []
  const advice = 'Create the directory, make room on the disk, and give both to the user that runs Ngoma.'
  if (running !== null) return [problem(check, `the server can't write ${path}: ${running}`, advice)]
  const directory = dirname(resolve(path))
  if (!existsSync(directory)) return [problem(check, `${directory} does not exist`, advice)]
  if (!mayWrite(existsSync(path) ? path : directory)) return [problem(check, `this user may not write ${path}`, advice)]
  return [ok(check, `they are written to ${path}`)]
}
