import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Jobs } from '../../../engine/work/index.ts'
import { deleteOld } from './store.ts'
import { deliveryDays } from './work.ts'

/** Deliveries to customers who do not bind any more. */
export const deliveryJobs = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Jobs => ({
  tasks: [
    {
      name: 'smpp: forget old deliveries',
      everySeconds: 3_600,
      async run() {
        const before = new Date(clock.now().getTime() - deliveryDays * 86_400_000)
        const hasMore = [
          await deleteOld(db, { table: 'sms_reports', only: sql`w.kind = 'smpp'` }, before),
          await deleteOld(db, { table: 'smpp_messages' }, before),
        ]
        return hasMore.includes(true) ? 'unfinished' : undefined
      },
    },
  ],
})
