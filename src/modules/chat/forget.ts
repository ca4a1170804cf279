import type { Context } from '../../context.ts'
import { deleteEmptyConversations, deleteOldMessages } from './store-forget.ts'

const keptMs = 365 * 86_400_000
/** Rows in one statement. A larger statement would block others. */
const stepSize = 1_000

/** Chat messages are kept for a year. */
export async function forgetChats({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs)
  while ((await deleteOldMessages(db, before, stepSize)) === stepSize);
  while ((await deleteEmptyConversations(db, before, stepSize)) === stepSize);
}
