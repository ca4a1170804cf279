import { findFirstSince } from '../../engine/db/index.ts'
import { refuse } from '../../values/refusal.ts'
import type { WebhooksContext } from './context.ts'
import { getEndpoint } from './endpoints.ts'
import { webhooksTopic } from './publish.ts'
import { hasEvent, makeEventsDue, type Replay } from './store-history.ts'

/** Rows in one statement. A larger statement would block others. */
const stepMax = 1_000

/**
 * Replays events of an endpoint with their original ids: one event, or all since a time. Events that wait for a later
 * attempt are sent now.
 */
export async function replayEvents(
  ctx: WebhooksContext,
  accountId: number,
  endpointId: number,
  replay: Replay,
): Promise<{ readonly repeated: number }> {
  const { disabledAt } = await getEndpoint(ctx, accountId, endpointId)
  const { eventId } = replay
  if (eventId !== null && !(await hasEvent(ctx.db, accountId, endpointId, eventId))) throw refuse('event_not_found')
  if (disabledAt !== null) throw refuse('endpoint_disabled')
  const now = ctx.clock.now()
  let repeated = 0
  for (
    let after =
      replay.since === null ? 0 : (await findFirstSince(ctx.db, 'webhook_events', 'created_at', replay.since)) - 1;
    ;
  ) {
    const step = await makeEventsDue(ctx.db, { accountId, endpointId, after, limit: stepMax, now }, replay)
    repeated += step.repeated
    ctx.work.announce(webhooksTopic)
    if (step.last === null) break
    after = step.last
  }
  return { repeated }
}
