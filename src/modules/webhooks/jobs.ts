import type { Queryable } from '../../engine/db/index.ts'
import type { Jobs } from '../../engine/work/index.ts'
import type { WebhooksContext } from './context.ts'
import { deliverWork } from './deliver.ts'
import { type NoticeWays, noticeWork } from './notice.ts'
import { adHocDays } from './rules.ts'
import { markUnusedRemoved } from './store-ad-hoc.ts'
import { forgetSecrets } from './store-endpoints.ts'
import { deleteEvents, deleteRemovedEndpoints, findFirstSince } from './store-history.ts'

/** Rows in one statement. A larger statement would block others. */
const forgetStep = 1_000

export const webhooksJobs = (ctx: WebhooksContext, ways: NoticeWays): Jobs => ({
  work: [deliverWork(ctx), noticeWork(ctx, ways)],
  tasks: [{ name: 'webhooks: forget old events', everySeconds: 3_600, run: () => forgetOld(ctx) }],
})

async function forgetOld({ db, clock, config }: WebhooksContext): Promise<void> {
  const now = clock.now()
  await forgetEvents(db, daysBefore(now, config.callbackDays))
  await markUnusedRemoved(db, daysBefore(now, adHocDays), now)
  await deleteRemovedEndpoints(db, daysBefore(now, 1))
  await forgetSecrets(db, now)
}

async function forgetEvents(db: Queryable, before: Date): Promise<void> {
  const first = await findFirstSince(db, before)
  for (let from: number | null = 0; from !== null; ) from = await deleteEvents(db, from, first, forgetStep)
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)
