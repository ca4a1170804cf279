import type { PeriodicTask } from '../../engine/work/index.ts'
import type { WebhooksContext } from './context.ts'
import { deliverWork } from './deliver.ts'
import { type NoticeWays, noticeWork } from './notice.ts'
import { deleteOldEvents, deleteRemovedEndpoints } from './store-history.ts'

export { webhooksConsole } from './console.ts'
export type { WebhooksContext } from './context.ts'
export type { DisabledReason, EventKind } from './rules.ts'
export { eventPart } from './store-events.ts'
export { tell, webhooksTopic } from './tell.ts'

const forgetStep = 5_000

/** Begins to call endpoints. */
export function startWebhooks(ctx: WebhooksContext, ways: NoticeWays): PeriodicTask[] {
  ctx.work.add(deliverWork(ctx))
  ctx.work.add(noticeWork(ctx, ways))
  return [{ name: 'webhooks: forget old events', everySeconds: 3_600, run: () => forgetOld(ctx) }]
}

async function forgetOld({ db, clock, config }: WebhooksContext): Promise<void> {
  const before = new Date(clock.now().getTime() - config.callbackDays * 86_400_000)
  while ((await deleteOldEvents(db, before, forgetStep)) === forgetStep);
  await deleteRemovedEndpoints(db)
}
