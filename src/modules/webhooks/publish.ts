import type { Context } from '../../context.ts'
import type { CallbackBody, EventKind } from '../../contract/callbacks.ts'
import { afterCommit, type Tx } from '../../engine/db/index.ts'
import type { HandOff } from '../../engine/work/index.ts'
import { sealHeaders } from './secrets.ts'
import type { EventRow } from './store-attempts.ts'
import { insertEvents, type NewEvent, type PublishedEvents } from './store-events.ts'

/** Topics that wake the delivery and the notices about endpoints. */
export const webhooksTopic = 'webhook_events'
export const endpointsTopic = 'webhook_endpoints'

export type EventHandOff = HandOff<EventRow>

/** A change that endpoints are notified of. */
export interface NewEventOf<Event extends EventKind> {
  readonly accountId: number
  readonly body: CallbackBody<Event>
  /** The body for endpoints with the option of this event (flat args or string ids). */
  readonly variantBody?: CallbackBody<Event>
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
  const { clock, secrets } = ctx
  const events = happened.map(
    ({ accountId, body, variantBody, headers }): NewEvent => ({
      accountId,
      body: JSON.stringify(body),
      variantBody: variantBody === undefined ? null : JSON.stringify(variantBody),
      headers: headers === undefined ? null : sealHeaders(secrets, accountId, headers),
    }),
  )
  const handOff = handOffEvents(ctx)
  const published = await insertEvents(tx, event, events, clock.now(), handOff)
  afterCommit(tx, () => deliverPublished(ctx, handOff, published))
}

/** Places of this process for the events of a statement with `eventPart`. */
export const handOffEvents = ({ work }: Pick<Context, 'work'>): EventHandOff | null => work.handOff(webhooksTopic)

/** After the commit: begins the delivery of events that were handed off, and announces the others. */
export function deliverPublished(
  { work }: Pick<Context, 'work'>,
  handOff: EventHandOff | null,
  { isDue, dueAt, handedOff }: PublishedEvents,
): void {
  const due = new Date(dueAt)
  const rows = (handedOff ?? []).flatMap(({ endpointId, destination, events }) =>
    events.map(([id, body, headers]) => ({
      key: String(endpointId),
      due,
      row: {
        id,
        endpointId,
        body,
        headers: headers === null ? null : Buffer.from(headers, 'hex'),
        isTest: false,
        isDelivered: false,
        isRetry: false,
        ofKey: destination,
      },
    })),
  )
  handOff?.begin(rows)
  if (isDue) work.announce(webhooksTopic)
}
