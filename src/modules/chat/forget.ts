import type { Context } from '../../context.ts'
import { deleteEmptyConversations, deleteOldMessages } from './store-forget.ts'

const keptMs = 365 * 86_400_000
/** In one statement: more at once would keep everybody else waiting. */
const stepSize = 1_000

/** Chat messages are kept for a year. */
export async function forgetChats({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs)
  while ((await deleteOldMessages(db, before, stepSize)) === stepSize);
  while ((await deleteEmptyConversations(db, before, stepSize)) === stepSize);
}
