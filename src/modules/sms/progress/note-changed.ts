import { deliverPublished, type EventHandOff } from '../../webhooks/index.ts'
import type { SmsContext } from '../context.ts'
import { type Changed, reportsTopic } from '../model.ts'

/** After the commit: updates metrics and call records, and begins the delivery of webhook events. */
export function noteChanged(
  ctx: SmsContext,
  { ended, published, reported }: Changed,
  handOff: EventHandOff | null = null,
): void {
  ctx.smsMetrics.ended(ended)
  ctx.callRecords?.add(ended.flatMap(({ ids }) => ids))
  if (published !== null) deliverPublished(ctx, handOff, published)
  for (const kind of reported) ctx.work.announce(reportsTopic(kind))
}
