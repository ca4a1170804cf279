import { tokenHeader } from '../../contract/public/checkout.ts'
import type { Tx } from '../../engine/db/index.ts'
import { checkoutBody, publishEvents } from '../webhooks/index.ts'
import type { CheckoutContext } from './context.ts'
import { chargeFee } from './fee.ts'
import type { EndState } from './rules.ts'
import { readToken } from './secure-token.ts'
import { deleteToken, markEnded, type Session } from './store.ts'
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
    { accountId, body, ...(token === null ? {} : { headers: tokenHeaders(ended.tokenHeader, token) }) },
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
