import { createDatabase } from '../src/engine/db/database.ts'
import { openPostgres } from '../src/engine/db/postgres.ts'

/**
 * With long timeouts: many connections at once are slow to open on a busy machine, and tests keep transactions open
 * until the state that they wait for.
 */
export const openUrl = (url: string) =>
  createDatabase(openPostgres({ url, connectionsMax: 10, connectMsMax: 60_000, idleTransactionMsMax: 60_000 }))
