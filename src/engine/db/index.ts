import { join } from 'node:path'
import { lockDirectory } from '../lock.ts'
import { createDatabase, type Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { type Outages, openPostgres } from './postgres.ts'

export { dump, type Progress } from './backup.ts'
export { BadBackup } from './backup-format.ts'
export { readBackup, writeBackup } from './backup-stream.ts'
export { chunkSize, chunksOf } from './chunks.ts'
export { type Columns, type Cte, columnsOf, cte, namesOf, type Row, type RowOf } from './columns.ts'
export { afterCommit, type Database, leasingHint, padded, prepared, type Queryable, type Tx } from './database.ts'
export { dropPartitions, type EndedPartitions, listEndedPartitions, type PartitionBounds } from './drop-partitions.ts'
export {
  isConflict,
  isOutage,
  isReadOnlyError,
  isReferenceError,
  isTransient,
  isValuesError,
  mayBeFaultOfRow,
  mayHaveCommitted,
  retryConflicts,
} from './errors.ts'
export { findFirstSince } from './first-since.ts'
export { type HostState, readHostStates } from './host-states.ts'
export { createIds, type Ids, partitionSize } from './ids.ts'
export { withLockTimeoutRetries } from './lock-wait.ts'
export { MigrationBlocked, migrate, SchemaTooOld } from './migrate.ts'
export { keepNewest } from './newest.ts'
export { hasNumberPart, listNumbersWith } from './number-part.ts'
export { isAfterPlace, type Ordering, selectLongPage, selectPage, sortKeyOf } from './page.ts'
export { NotEmpty, restore } from './restore.ts'
export { run, runAs } from './run.ts'
export { findIncompatibility, readSchemaState, type SchemaState, SchemaTooNew } from './schema-state.ts'
export { type ConnectionsState, readServerState } from './server-state.ts'
export type { Tables } from './tables.ts'
export { tryWrite } from './write-health.ts'

export interface DatabaseOptions {
  /** PostgreSQL when set; otherwise the embedded engine in `dataDirectory`. */
  readonly url: string | null
  /** URL for LISTEN; `url` by default. */
  readonly listenUrl?: string | null
  readonly connectionsMax: number
  readonly dataDirectory: string
  readonly outages?: Outages
  /** Another process took the data directory of the embedded engine: writing to it now would lose rows. */
  readonly onLockLost?: () => void
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, listenUrl, connectionsMax, dataDirectory, outages, onLockLost } = options
  if (url !== null) return createDatabase(openPostgres({ url, listenUrl: listenUrl ?? url, connectionsMax, outages }))

  const lock = await lockDirectory(dataDirectory, onLockLost)
  try {
    const db = createDatabase(await openEmbedded({ directory: join(dataDirectory, 'db') }))
    return {
      ...db,
      async close() {
        await db.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
