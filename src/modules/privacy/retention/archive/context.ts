import type { Context } from '../../../../context.ts'
import type { Database } from '../../../../engine/db/index.ts'
import type { Clock } from '../../../../values/time.ts'
import type { ArchiveSource } from '../../../table-data/index.ts'
import type { Exclusively } from './lock.ts'

/** Called while days are written. Both may wait, and throw to stop. */
export interface ArchivePace {
  /** After a page of rows. The day is written again if it stops here. */
  page(): Promise<void>
  /** Between days. */
  day(): Promise<void>
}

export interface ArchiveContext {
  readonly db: Database
  readonly clock: Clock
  /** An absolute path. */
  readonly directory: string
  readonly sources: readonly ArchiveSource[]
  /** The version of the program, for manifests. */
  readonly version: string
  readonly exclusively: Exclusively
  readonly log: Context['log']
}
