import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Changes } from './engine/changes.ts'
import type { Database } from './engine/db/index.ts'
import type { Metrics } from './engine/metrics.ts'
import type { Secrets } from './engine/secrets/index.ts'
import type { Workers } from './engine/work/index.ts'
import type { Clock } from './values/time.ts'

/**
 * Dependencies of every use case. A function that takes a Context may do anything, one that takes `db` runs only SQL,
 * one that takes neither is pure.
 */
export interface Context {
  readonly config: Config
  readonly db: Database
  readonly changes: Changes
  readonly clock: Clock
  readonly work: Workers
  readonly secrets: Secrets
  readonly log: Logger
  readonly metrics: Metrics
}

/**
 * `all` serves requests and runs background work; `api` and `worker` do one of the two; `command` runs a single
 * command.
 */
export type ProcessRole = 'all' | 'api' | 'worker' | 'command'
