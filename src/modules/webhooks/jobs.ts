import type { Jobs } from '../../engine/work/index.ts'
import type { WebhooksContext } from './context.ts'
import { deliverWork } from './deliver.ts'
import { type NoticeWays, noticeWork } from './notice.ts'
import { adHocDays } from './rules.ts'
import { markUnusedRemoved } from './store-ad-hoc.ts'
import { forgetSecrets } from './store-endpoints.ts'
import { deleteRemovedEndpoints } from './store-history.ts'

export const webhooksJobs = (ctx: WebhooksContext, ways: NoticeWays): Jobs => ({
  work: [deliverWork(ctx), noticeWork(ctx, ways)],
  tasks: [{ name: 'webhooks: forget unused endpoints', everySeconds: 3_600, run: () => forgetUnused(ctx) }],
})

async function forgetUnused({ db, clock }: WebhooksContext): Promise<void> {
  const now = clock.now()
  await markUnusedRemoved(db, daysBefore(now, adHocDays), now)
  await deleteRemovedEndpoints(db, daysBefore(now, 1))
  await forgetSecrets(db, now)
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)
