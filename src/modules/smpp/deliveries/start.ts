import type { Context } from '../../../context.ts'
import { afterCommit, type Tx } from '../../../engine/db/index.ts'
import { reportsTopic } from '../../sms/index.ts'
import type { Binds } from '../model.ts'
import { createBindSenders } from './bind-senders.ts'
import { type DeliveryOwners, startDeliveryOwners } from './delivery-owners.ts'
import { insertIncoming, type NewIncoming } from './store.ts'
import { messagesTopic, messageWork, reportWork } from './work.ts'

/**
 * Starts the deliveries to the customers that are bound to this process. Stop them when the binds have ended. Claimed
 * deliveries go on until the workers stop.
 */
export function startDeliveries(ctx: Pick<Context, 'db' | 'log' | 'work' | 'clock'>, binds: Binds): DeliveryOwners {
  const senders = createBindSenders(ctx, binds)
  const owners = startDeliveryOwners(ctx, binds, senders)
  senders.onPlaces(() => {
    ctx.work.wake(reportsTopic('smpp'))
    ctx.work.wake(messagesTopic)
  })
  ctx.work.add(reportWork({ senders, owners }))
  ctx.work.add(messageWork({ senders, owners }))
  return owners
}

/** Stores the deliveries of an incoming message, in its transaction. */
export async function deliverIncoming(ctx: Pick<Context, 'work' | 'clock'>, tx: Tx, message: NewIncoming) {
  const isWanted = await insertIncoming(tx, message, ctx.clock.now())
  if (isWanted) afterCommit(tx, () => ctx.work.announce(messagesTopic))
}
