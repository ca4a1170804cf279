import type { WebhooksContext } from './context.ts'
import { getEndpoint } from './endpoints.ts'
import { endpointOff, eventMissing } from './errors.ts'
import { findFirstSince, hasEvent, type Repetition, repeatEvents } from './store-history.ts'
import { webhooksTopic } from './tell.ts'

/** In one statement: more at once would keep everybody else waiting. */
const stepMax = 1_000

/**
 * Delivers events of an endpoint again, under their old ids: one, or all since a time. What waits for a later attempt
 * is tried now.
 */
export async function repeat(
  ctx: WebhooksContext,
  accountId: number,
  endpointId: number,
  repetition: Repetition,
): Promise<{ readonly repeated: number }> {
  const { disabledAt } = await getEndpoint(ctx, accountId, endpointId)
  const { eventId } = repetition
  if (eventId !== null && !(await hasEvent(ctx.db, accountId, endpointId, eventId))) throw eventMissing()
  if (disabledAt !== null) throw endpointOff()
  const now = ctx.clock.now()
  let repeated = 0
  for (let after = repetition.since === null ? 0 : (await findFirstSince(ctx.db, repetition.since)) - 1; ; ) {
    const step = await repeatEvents(ctx.db, { accountId, endpointId, after, limit: stepMax, now }, repetition)
    repeated += step.repeated
    ctx.work.announce(webhooksTopic)
    if (step.last === null) break
    after = step.last
  }
  return { repeated }
}
