import type { Context } from '../../../context.ts'
import { afterCommit, type Tx } from '../../../engine/db/index.ts'
import { reportsTopic } from '../../sms/index.ts'
import type { Binds } from '../model.ts'
import { createOutlets } from './outlets.ts'
import { insertIncoming } from './store.ts'
import { messagesTopic, messageWork, reportWork } from './work.ts'

/** Starts the deliveries to the customers that are bound to this process. */
export function startDeliveries(ctx: Pick<Context, 'work' | 'clock'>, binds: Binds): void {
  const outlets = createOutlets(binds)
  outlets.onPlaces(() => {
    ctx.work.wake(reportsTopic('smpp'))
    ctx.work.wake(messagesTopic)
  })
  ctx.work.add(reportWork(ctx, outlets))
  ctx.work.add(messageWork(ctx, outlets))
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
