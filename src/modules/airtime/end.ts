import type { Provider, ProviderEvents, Result } from '../../carriers/airtime/provider.ts'
import { afterCommit, type Tx } from '../../engine/db/index.ts'
import { NOTHING } from '../../values/money.ts'
import { refuse } from '../../values/refusal.ts'
import { settle } from '../balance/index.ts'
import { publishEvents, withFlatArgs } from '../webhooks/index.ts'
import type { AirtimeContext } from './context.ts'
import { airtimeProduct, reasonOf, statusOf } from './rules.ts'
import { type Ending, findAnyTransfer, findByProviderReference, markEnded, type Transfer } from './store.ts'
import { subjectOf } from './transfer.ts'

/**
 * Ends a transfer and its hold, and notifies the account, in one transaction. Null when it has already ended or
 * changed.
 */
export async function endTransfer(
  ctx: AirtimeContext,
  tx: Tx,
  id: number,
  result: Result,
  unchangedSince?: Ending['unchangedSince'],
): Promise<Transfer | null> {
  const now = ctx.clock.now()
  const ended = await markEnded(tx, { id, state: result.state, reason: reasonOf(result), unchangedSince }, now)
  if (ended === null) return null
  const { accountId, amount } = ended
  const [spent, released] = result.state === 'successful' ? [amount, NOTHING] : [NOTHING, amount]
  await settle(tx, [{ accountId, product: airtimeProduct, spent, released, subject: subjectOf(id) }], now)
  const body = statusOf(ended)
  await publishEvents(ctx, tx, 'airtime', [{ accountId, body, variantBody: withFlatArgs(body) }])
  afterCommit(tx, () => ctx.airtimeMetrics.ended(ended))
  return ended
}

/**
 * Handles results that a provider reports on its own. Duplicates change nothing, and unknown references are only
 * logged.
 */
export const listenTo = (ctx: AirtimeContext, provider: Provider): ProviderEvents => ({
  async result(reference, result) {
    const found = await findByProviderReference(ctx.db, provider.name, reference)
    if (found === null)
      return ctx.log.debug({ provider: provider.name, reference }, 'a provider reported a transfer that is not open')
    await ctx.db.transaction((tx) => endTransfer(ctx, tx, found.id, result))
  },
})

/** Sets the result that the operator found out, for a transfer without a result from its provider. */
export async function endByHand(ctx: AirtimeContext, id: number, result: Result): Promise<Transfer> {
  const found = await findAnyTransfer(ctx.db, id)
  if (found === null) throw refuse('transfer_not_found')
  if (found.doneAt !== null) throw refuse('transfer_ended')
  if (found.overdueAt === null) throw refuse('transfer_not_overdue')
  const ended = await ctx.db.transaction((tx) => endTransfer(ctx, tx, id, result))
  if (ended === null) throw refuse('transfer_ended')
  return ended
}
