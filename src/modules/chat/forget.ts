import type { Context } from '../../context.ts'
import type { PeriodicTask } from '../../engine/work/index.ts'
import { deleteEmptyConversations, deleteOldMessages } from './store-forget.ts'

const keptMs = 365 * 86_400_000
/** In one statement: more at once would keep everybody else waiting. */
const stepSize = 1_000

/** What people wrote to each other is not kept for ever. */
export const forgetChats = ({ db, clock }: Pick<Context, 'db' | 'clock'>): PeriodicTask => ({
  name: 'chat: forget old messages',
  everySeconds: 3_600,
  async run() {
    const before = new Date(clock.now().getTime() - keptMs)
    while ((await deleteOldMessages(db, before, stepSize)) === stepSize);
    while ((await deleteEmptyConversations(db, before, stepSize)) === stepSize);
  },
})
