import type { Tx } from '../../engine/db/index.ts'
import { getMoney, money } from '../../values/money.ts'
import { settle } from '../balance/index.ts'
import { chatStatusBody, publishEvents } from '../webhooks/index.ts'
import type { ChatContext } from './context.ts'
import { type ChatState, chatProduct, unknownOutcome } from './rules.ts'
import { type ChangedMessage, type Ending, markEnded } from './store-progress.ts'

/** The subject of the message in the ledger. */
export const subjectOf = (id: number) => `chat message ${id}`

export const expired: Ending = { state: 'failed', reason: 'expired' }
export const unknown: Ending = { state: 'failed', reason: unknownOutcome }

/** The end of a message that is out of time. */
export const lateEnding = ({ triedAt }: { readonly triedAt: Date | null }): Ending =>
  triedAt === null ? expired : unknown

/**
 * Spends the hold of an accepted message and releases all others. Based on the changed row, so it can be repeated
 * safely.
 */
export async function endMessage(
  ctx: ChatContext,
  tx: Tx,
  { id, accountId }: { readonly id: number; readonly accountId: number },
  ending: Ending,
): Promise<void> {
  const now = ctx.clock.now()
  const ended = await markEnded(tx, accountId, id, ending, now)
  if (ended === null) return
  const { product } = ended
  const price = getMoney(ended.price)
  const [spent, released] = ending.state === 'sent' ? [price, money(0n)] : [money(0n), price]
  await settle(tx, [{ accountId, product, spent, released, subject: subjectOf(id) }], now)
  if (ending.state === 'sent') await publishStatus(ctx, tx, ended, 'sent', null, now)
  else {
    const { reason } = ending
    await publishStatus(ctx, tx, ended, reason === unknownOutcome ? 'unknown' : 'failed', reason, now)
  }
}

/** Tells the endpoints of the account about the new state of a message. PINs report to their own module. */
export async function publishStatus(
  ctx: ChatContext,
  tx: Tx,
  { id, accountId, product, business, phone, service, transactionId }: ChangedMessage,
  status: Exclude<ChatState, 'queued' | 'received'>,
  reason: string | null,
  at: Date,
): Promise<void> {
  if (product !== chatProduct) return
  const sent = { id, from: business, to: phone, channel: service, transactionId: transactionId ?? '' }
  const body = chatStatusBody({ ...sent, status, at, reason })
  await publishEvents(ctx, tx, 'chat-status', [{ accountId, body }])
}
