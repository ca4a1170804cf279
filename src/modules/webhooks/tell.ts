import type { Context } from '../../context.ts'
import { afterCommit, type Tx } from '../../engine/db/index.ts'
import type { EventKind } from './rules.ts'
import { insertEvents, type NewEvent } from './store-events.ts'

/** What wakes the delivery, and the notices about endpoints. */
export const webhooksTopic = 'webhook_events'
export const endpointsTopic = 'webhook_endpoints'

/** Tells the endpoints of an account what happened, in the transaction that makes it true: delivery begins when it is committed, and never otherwise. */
export async function tell({ work, clock }: Pick<Context, 'work' | 'clock'>, tx: Tx, event: EventKind, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const due = await insertEvents(tx, event, events, clock.now())
  if (due > 0) afterCommit(tx, () => work.announce(webhooksTopic))
}
