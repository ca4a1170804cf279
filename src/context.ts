import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './engine/db/index.ts'
import type { Metrics } from './engine/metrics.ts'
import type { Secrets } from './engine/secrets/index.ts'
import type { Workers } from './engine/work/index.ts'
import type { Clock } from './values/time.ts'

/**
 * What every use case is handed. A function that takes it may do anything; one that takes `db` only SQL; one that takes
 * neither is pure.
 */
export interface Context {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly work: Workers
  readonly secrets: Secrets
  readonly log: Logger
  readonly metrics: Metrics
}

/** What a process does: everything, only answer requests, only work, or run one command beside the others. */
export type ProcessRole = 'all' | 'api' | 'worker' | 'command'
