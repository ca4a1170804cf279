import type { Context } from '../../context.ts'
import type { CallbackBody, EventKind } from '../../contract/callbacks.ts'
import { afterCommit, type Tx } from '../../engine/db/index.ts'
import { sealHeaders } from './secrets.ts'
import { insertEvents, type NewEvent } from './store-events.ts'

/** What wakes the delivery, and the notices about endpoints. */
export const webhooksTopic = 'webhook_events'
export const endpointsTopic = 'webhook_endpoints'

/** Something that happened to an account. */
export interface Happened<Event extends EventKind> {
  readonly accountId: number
  readonly body: CallbackBody<Event>
  /** The body for endpoints with flat args, where it differs. */
  readonly flatBody?: CallbackBody<Event>
  /** Headers beside our own. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Tells the endpoints of an account what happened, in the transaction that makes it true: delivery begins when it is
 * committed, and never otherwise.
 */
export async function tell<Event extends EventKind>(
  ctx: Pick<Context, 'work' | 'clock' | 'secrets'>,
  tx: Tx,
  event: Event,
  happened: readonly Happened<Event>[],
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
