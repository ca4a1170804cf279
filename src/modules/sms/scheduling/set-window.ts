import type { SmsContext } from '../context.ts'
import type { Window } from '../model.ts'
import { dispatchTopic } from '../sending/dispatch.ts'
import { inTransaction } from './scheduled.ts'
import { deleteWindow, upsertWindow, wakeHeldBatches } from './store-window.ts'

/** Null removes the window. Wakes the messages that the previous window held back. */
export async function setWindow(ctx: SmsContext, accountId: number, window: Window | null): Promise<void> {
  const now = ctx.clock.now()
  const carriers = await inTransaction(ctx, async (tx) => {
    if (window === null) await deleteWindow(tx, accountId)
    else await upsertWindow(tx, accountId, window, now)
    return wakeHeldBatches(tx, accountId, now)
  })
  ctx.windows.forget(accountId)
  for (const carrier of carriers) ctx.work.announce(dispatchTopic(carrier, 'bulk'))
}
