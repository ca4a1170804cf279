import type { Tx } from '../../engine/db/index.ts'
import type { Money } from '../../values/money.ts'
import { chargeAnyway, chargeAtOnce, findSpendableCredit, isCreditShort, noCredit } from '../balance/index.ts'
import type { ChatContext } from './context.ts'
import { tooExpensive } from './errors.ts'
import { sessionProduct, sessionsSince } from './rules.ts'
import { markSessionOpened, type Opening } from './store.ts'

/** The price of a session with this number; 0 while sessions are free. */
export const sessionPriceFor = (ctx: ChatContext, accountId: number, currency: string, phone: string): Money =>
  ctx.prices.pricesFor(sessionProduct, accountId, currency, ctx.clock.now())(phone)

/**
 * Charges for the session that a message opens; messages in an open session are free. A business without credit is
 * refused. A person's message must not be lost, so there the balance may fall below its limit.
 */
export async function chargeSession(
  ctx: ChatContext,
  tx: Tx,
  opening: Opening,
  amount: Money,
  openedBy: 'business' | 'person',
): Promise<void> {
  const { accountId, messageId, at } = opening
  const now = ctx.clock.now()
  if (amount === 0n || !(await markSessionOpened(tx, opening, amount, sessionsSince(at)))) return
  const charge = { accountId, product: sessionProduct, amount, subject: `chat session ${messageId}` }
  if (openedBy === 'person') return chargeAnyway(tx, charge, now)

  const credit = (await findSpendableCredit(tx, [accountId], sessionProduct)).get(accountId) ?? noCredit
  const refusal = tooExpensive('the chat session opened by this message', amount, credit)
  if (amount > credit.spendable) throw refusal
  try {
    await chargeAtOnce(tx, { ...charge, credit }, now)
  } catch (error) {
    throw isCreditShort(error) ? refusal : error
  }
}
