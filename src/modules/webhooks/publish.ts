import type { Context } from '../../context.ts'
import type { CallbackBody, EventKind } from '../../contract/callbacks.ts'
import { afterCommit, type Tx } from '../../engine/db/index.ts'
import { sealHeaders } from './secrets.ts'
import { insertEvents, type NewEvent } from './store-events.ts'

/** Topics that wake the delivery and the notices about endpoints. */
export const webhooksTopic = 'webhook_events'
export const endpointsTopic = 'webhook_endpoints'

/** A change that endpoints are notified of. */
export interface NewEventOf<Event extends EventKind> {
  readonly accountId: number
  readonly body: CallbackBody<Event>
  /** The body for endpoints with flat args, where it differs. */
  readonly flatBody?: CallbackBody<Event>
  /** Extra headers. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Queues events for the endpoints of an account, in the transaction of the change: delivery starts after the commit,
 * or never.
 */
export async function publishEvents<Event extends EventKind>(
  ctx: Pick<Context, 'work' | 'clock' | 'secrets'>,
  tx: Tx,
  event: Event,
  happened: readonly NewEventOf<Event>[],
): Promise<void> {
  if (happened.length === 0) return
  const { work, clock, secrets } = ctx
  const events = happened.map(
    ({ accountId, body, flatBody, headers }): NewEvent => ({
      accountId,
      body: JSON.stringify(body),
      flatBody: flatBody === undefined ? null : JSON.stringify(flatBody),
      headers: headers === undefined ? null : sealHeaders(secrets, accountId, headers),
    }),
  )
  const due = await insertEvents(tx, event, events, clock.now())
  if (due > 0) afterCommit(tx, () => work.announce(webhooksTopic))
}
