import { webhooksTopic } from '../../webhooks/index.ts'
import type { SmsContext } from '../context.ts'
import type { Changed } from '../model.ts'

/** After the commit: updates metrics and call records, and wakes the webhook worker. */
export function noteChanged(ctx: SmsContext, { ended, isTold }: Changed): void {
  ctx.smsMetrics.ended(ended)
  ctx.callRecords?.add(ended.flatMap(({ ids }) => ids))
  if (isTold) ctx.work.announce(webhooksTopic)
}
