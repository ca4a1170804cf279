import type { MessageStatus } from '../../carriers/chat/channel.ts'
import { getMoney } from '../../values/money.ts'
import { changeCredit } from '../balance/index.ts'
import type { ChatContext } from './context.ts'
import { endMessage, publishStatus, subjectOf } from './end.ts'
import { isProgress, stateOf } from './rules.ts'
import { type Ending, hasUnanswered, lockByStatus, type MessageProgress, markStatus } from './store-progress.ts'

/**
 * Stores the status of a message and publishes it in the same transaction. A status that is no progress changes
 * nothing. The first status of a message whose response was lost ends the wait for its outcome.
 */
export const noteStatus = (ctx: ChatContext, carrier: string, status: MessageStatus): Promise<'noted' | 'later'> =>
  ctx.db.transaction(async (tx) => {
    let message = await lockByStatus(tx, carrier, status)
    if (message === null && status.id === null) {
      if (await hasUnanswered(tx, carrier)) return 'later'
      // The response may have been stored between the two statements.
      message = await lockByStatus(tx, carrier, status)
    }
    if (message === null || !isProgress(stateOf(message), status.state)) return 'noted'

    const now = ctx.clock.now()
    const isWaiting = message.state === 'queued'
    const noted = { ...status, at: status.at < now ? status.at : now, reason: status.reason ?? 'refused_by_channel' }
    const ending: Ending =
      status.state === 'failed'
        ? { state: 'failed', reason: noted.reason }
        : { state: 'sent', reference: status.reference }
    if (isWaiting) await endMessage(ctx, tx, message, ending)
    await markStatus(tx, message, noted)
    if (status.state === 'failed' && message.state === 'sent') await refund(ctx, tx, message)
    if (!isWaiting || status.state === 'delivered' || status.state === 'read')
      await publishStatus(ctx, tx, message, status.state, status.state === 'failed' ? noted.reason : null, noted.at)
    return 'noted'
  })

/** Credits the price of a message that failed after it was charged. Called once, with the change of its state. */
async function refund(
  { clock }: ChatContext,
  tx: Parameters<typeof changeCredit>[0],
  { id, accountId, product, price }: MessageProgress,
): Promise<void> {
  const amount = getMoney(price)
  if (amount === 0n) return
  const change = { accountId, product, amount, subject: subjectOf(id), note: 'not delivered', actor: 'chat' }
  await changeCredit(tx, change, clock.now())
}
