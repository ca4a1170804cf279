import type { Context } from '../../context.ts'
import type { Jobs } from '../../engine/work/index.ts'
import { addMissedChat, addMissedSms } from './store-missed.ts'

/** Longer than the time between two runs. */
const missedMs = 2 * 3_600_000

export const inboxJobs = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Jobs => ({
  tasks: [
    {
      name: 'inbox: add messages of the previous version',
      everySeconds: 3_600,
      async run() {
        const since = new Date(clock.now().getTime() - missedMs)
        await addMissedSms(db, since)
        await addMissedChat(db, since)
      },
    },
  ],
})
