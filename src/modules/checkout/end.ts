import { tokenHeader } from '../../contract/public/checkout.ts'
import type { Tx } from '../../engine/db/index.ts'
import { chargeAnyway } from '../balance/index.ts'
import { checkoutBody, publishEvents } from '../webhooks/index.ts'
import type { CheckoutContext } from './context.ts'
import { type EndState, feeProduct } from './rules.ts'
import { readToken } from './secure-token.ts'
import { deleteToken, markEnded, type Session, updateFee } from './store.ts'
import { findTry } from './store-payments.ts'

/**
 * Ends a session once, charges the fee if it was paid, and publishes the event, in one transaction. A second end
 * changes nothing. `paidTry` is the paid attempt.
 */
export async function endSession(
  ctx: CheckoutContext,
  tx: Tx,
  session: Pick<Session, 'accountId' | 'id'>,
  state: EndState,
  paidTry: number | null = null,
): Promise<boolean> {
  const now = ctx.clock.now()
  const ended = await markEnded(tx, session, state, paidTry, now)
  if (ended === null) return false
  if (state === 'paid') await chargeFee(ctx, tx, ended, now)
  const { accountId } = ended
  const payment = paidTry === null ? null : await findTry(tx, { ...ended, tries: paidTry })
  const phone = ended.phone ?? payment?.phone ?? null
  const body = checkoutBody({ ...ended, phone, isPaid: state === 'paid', at: now })
  const token = readToken(ctx.secrets, ended)
  if (token !== null) await deleteToken(tx, ended)
  else if (ended.secureToken !== null)
    ctx.log.error(
      { account: accountId, transactionId: ended.transactionId },
      'failed to decrypt the token of a checkout session; its callback is sent without it',
    )
  await publishEvents(ctx, tx, 'checkout', [
    { accountId, body, headers: token === null ? undefined : tokenHeaders(ended.tokenHeader, token) },
  ])
  return true
}

/** Also under the header name of the client. */
const tokenHeaders = (name: string | null, token: string): Record<string, string> => ({
  [tokenHeader]: token,
  ...(name === null ? {} : { [name]: token }),
})

export const cancelSession = (ctx: CheckoutContext, session: Session): Promise<boolean> =>
  ctx.db.transaction((tx) => endSession(ctx, tx, session, 'cancelled'))

/** Charges the fee of a paid checkout. Never refused for insufficient credit, because the payer has already paid. */
async function chargeFee({ prices }: CheckoutContext, tx: Tx, session: Session, now: Date): Promise<void> {
  const { accountId, id, currency, phone } = session
  const amount = prices.pricesFor(feeProduct, accountId, currency, now)(phone ?? '')
  if (amount === 0n) return
  await updateFee(tx, session, amount)
  await chargeAnyway(tx, { accountId, product: feeProduct, amount, subject: `checkout ${id}` }, now)
}
