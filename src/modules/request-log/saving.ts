import type { Logger } from 'pino'
import type { Queryable } from '../../engine/db/index.ts'
import { addRequests, deleteOldest, type NewRequest } from './store.ts'

/** New requests of an account until its oldest are deleted. */
export const newRequestsMax = 200

/** Stores requests, and deletes the oldest of accounts that got many. */
export function createSaving(db: Queryable, log: Logger): (requests: readonly NewRequest[]) => Promise<void> {
  const grown = new Map<number, number>()
  return async (requests) => {
    await addRequests(db, requests)
    for (const { accountId } of requests) grown.set(accountId, (grown.get(accountId) ?? 0) + 1)
    const full = [...grown].filter(([, count]) => count >= newRequestsMax).map(([accountId]) => accountId)
    if (full.length === 0) return
    try {
      await deleteOldest(db, full)
      for (const accountId of full) grown.delete(accountId)
    } catch (error) {
      // The requests are stored, so they must not be written again. The next write deletes the oldest.
      log.warn({ err: error }, 'failed to delete old requests of the request log')
    }
  }
}
