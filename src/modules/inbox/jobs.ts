import type { Context } from '../../context.ts'
import type { Jobs } from '../../engine/work/index.ts'
import { addMissedChat, addMissedSms } from './store-missed.ts'

/** Longer than the time between two runs. */
const missedMs = 2 * 3_600_000

export const inboxJobs = (ctx: Context): Jobs => ({
  tasks: [
    { name: 'inbox: add messages of the previous version', everySeconds: 3_600, run: () => addMissedMessages(ctx) },
  ],
})

export async function addMissedMessages({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const since = new Date(clock.now().getTime() - missedMs)
  await addMissedSms(db, since)
  await addMissedChat(db, since)
}
