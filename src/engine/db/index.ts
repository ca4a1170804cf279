import { join } from 'node:path'
import { createDatabase, type Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { lockDirectory } from './lock.ts'
import { openPostgres } from './postgres.ts'

export type { Database, Queryable, Tx } from './database.ts'
export { isDatabaseAway } from './errors.ts'
export { createIds, type Ids } from './ids.ts'
export { DataDirectoryLocked, findHolder } from './lock.ts'
export { describeNewer, migrate, readSchemaState, type SchemaState, SchemaTooNew } from './migrate.ts'
export { type ConnectionsState, readServerState, type ServerState } from './server-state.ts'

export interface DatabaseOptions {
  /** PostgreSQL when set; otherwise the embedded engine in `dataDirectory`. */
  readonly url: string | null
  readonly connectionsMax: number
  readonly dataDirectory: string
  readonly onError: (error: Error) => void
}

export async function openDatabase({ url, connectionsMax, dataDirectory, onError }: DatabaseOptions): Promise<Database> {
  if (url !== null) return createDatabase(openPostgres({ url, connectionsMax, onError }))

  const lock = await lockDirectory(dataDirectory)
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
