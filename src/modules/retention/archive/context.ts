import type { Database } from '../../../engine/db/index.ts'
import type { Clock } from '../../../values/time.ts'
import type { Exclusively } from './lock.ts'
import type { ArchiveSource } from './model.ts'

export interface ArchiveContext {
  readonly db: Database
  readonly clock: Clock
  /** An absolute path. */
  readonly directory: string
  readonly sources: readonly ArchiveSource[]
  /** The version of the program, for manifests. */
  readonly version: string
  readonly exclusively: Exclusively
}
