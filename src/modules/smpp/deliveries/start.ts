import type { Context } from '../../../context.ts'
import { afterCommit, type Tx } from '../../../engine/db/index.ts'
import { reportsTopic } from '../../sms/index.ts'
import type { Binds } from '../model.ts'
import { createBindSenders } from './bind-senders.ts'
import { startDeliveryOwners } from './delivery-owners.ts'
import { insertIncoming } from './store.ts'
import { messagesTopic, messageWork, reportWork } from './work.ts'

export interface Deliveries {
  /** Call it when the binds have ended. Claimed deliveries go on until the workers stop. */
  stop(): Promise<void>
}

/** Starts the deliveries to the customers that are bound to this process. */
export function startDeliveries(ctx: Pick<Context, 'db' | 'log' | 'work' | 'clock'>, binds: Binds): Deliveries {
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
export async function deliverIncoming(
  ctx: Pick<Context, 'work' | 'clock'>,
  tx: Tx,
  message: { readonly accountId: number; readonly inboundId: number; readonly phone: string },
): Promise<void> {
  const stored = await insertIncoming(tx, message, ctx.clock.now())
  if (stored > 0) afterCommit(tx, () => ctx.work.announce(messagesTopic))
}
