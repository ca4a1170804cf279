import type { Queryable } from '../../engine/db/index.ts'
import { sessionEnd } from './rules.ts'
import { findLastReceived } from './store.ts'

/** The end of the newest session of an account; null when none is open. */
export async function findSessionEnd(db: Queryable, accountId: number, now: Date): Promise<Date | null> {
  const receivedAt = await findLastReceived(db, accountId)
  const end = receivedAt === null ? null : sessionEnd(receivedAt)
  return end !== null && end > now ? end : null
}
