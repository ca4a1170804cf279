import type { Core, Module } from '../../module.ts'
import { markUnusedRemoved } from './ad-hoc.ts'
import { webhooksApi } from './api.ts'
import { data } from './data.ts'
import { deliverWork } from './deliver.ts'
import { type NoticeWays, noticeWork } from './notice.ts'
import { adHocDays } from './rules.ts'
import { sealedWebhooks } from './secrets.ts'
import { forgetSecrets } from './store-endpoints.ts'
import { deleteRemovedEndpoints } from './store-history.ts'

export const webhooks = {
  name: 'webhooks',
  jobs({ ctx, outbound, notify }: Core & { readonly notify: NoticeWays }) {
    const webhooks = { ...ctx, outbound }
    return {
      work: [deliverWork(webhooks), noticeWork(webhooks, notify)],
      tasks: [{ name: 'webhooks: forget unused endpoints', everySeconds: 3_600, run: () => forgetUnused(ctx) }],
    }
  },
  routes: ({ ctx, outbound }: Core, scope) => webhooksApi(scope, { ...ctx, outbound }),
  data,
  sealed: sealedWebhooks,
} satisfies Module

async function forgetUnused({ db, clock }: Core['ctx']): Promise<void> {
  const now = clock.now()
  await markUnusedRemoved(db, daysBefore(now, adHocDays), now)
  await deleteRemovedEndpoints(db, daysBefore(now, 1))
  await forgetSecrets(db, now)
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)
