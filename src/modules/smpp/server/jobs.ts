import type { Jobs } from '../../../engine/work/index.ts'
import type { SmsContext } from '../../sms/index.ts'
import { incompleteSubmitWork } from './incomplete.ts'
import { deleteGatherings } from './store-parts.ts'

/** Customers can query and cancel a long message by the ids of its parts for so long. */
const keptMs = 3 * 86_400_000
/** The maximum of one statement, to keep lock times short. */
const deletedAtOnce = 1_000

export const smppServerJobs = (ctx: SmsContext): Jobs => ({
  work: [incompleteSubmitWork(ctx)],
  tasks: [
    {
      name: 'smpp: forget parts',
      everySeconds: 3_600,
      async run() {
        const before = new Date(ctx.clock.now().getTime() - keptMs)
        while ((await deleteGatherings(ctx.db, before, deletedAtOnce)) === deletedAtOnce);
      },
    },
  ],
})
