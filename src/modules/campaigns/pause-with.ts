import type { PauseReason } from '../../contract/account/campaigns.ts'
import type { CampaignsContext } from './context.ts'
import type { Campaign } from './store.ts'
import { changeStatus, runningStatuses } from './store-status.ts'

/** Pauses a campaign that cannot continue, and tells its account why. */
export async function pauseWith(
  ctx: CampaignsContext,
  { id, accountId, name }: Campaign,
  reason: PauseReason,
  error?: unknown,
): Promise<void> {
  await changeStatus(ctx.db, accountId, id, { from: runningStatuses, to: 'paused', dueAt: null, reason })
  ctx.events.note(accountId, 'campaign.paused', name, reason)
  ctx.log.warn({ campaign: id, accountId, reason, err: error }, 'paused a campaign')
}
