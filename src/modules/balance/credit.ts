import type { Context } from '../../context.ts'
import { answerOnce, type IdempotencyKey, type Once } from '../../engine/http/index.ts'
import { formatMoney, money } from '../../values/money.ts'
import { refuse } from '../../values/refusal.ts'
import { notEnough } from './errors.ts'
import { isCreditShort } from './ledger.ts'
import { type Balance, type BalanceRow, type CreditChange, changeCredit, findBalance } from './store.ts'

/**
 * Refuses to remove more credit than is available above the floor. The response is stored under the idempotency key.
 */
export async function orderCredit(
  ctx: Context,
  order: Omit<CreditChange, 'subject'>,
  key: IdempotencyKey | null,
): Promise<Once<BalanceRow>> {
  const { accountId, product, amount } = order
  const now = ctx.clock.now()
  const subject = amount > 0n ? 'top-up' : 'correction'
  try {
    return await answerOnce(ctx.db, key, now, async (tx) => {
      const balance = await changeCredit(tx, { ...order, subject }, now)
      if (balance === null) throw refuse('balance_not_found')
      return showBalance(balance)
    })
  } catch (error) {
    if (isTooMuch(error)) throw refuse('balance_too_large')
    if (!isCreditShort(error)) throw error
    const { available = 0n } = (await findBalance(ctx.db, accountId, product)) ?? {}
    throw notEnough(formatMoney(money(available > 0n ? available : 0n)))
  }
}

const outOfRange = '22003'

/** The balance would have more digits than its column, now or after holds are released. */
export const isTooMuch = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && error.code === outOfRange) || ('constraint' in error && error.constraint === 'balances_bounded'))

/** A balance in the console: amounts are decimals with four places. */
export const showBalance = (balance: Balance): BalanceRow => ({
  ...balance,
  available: formatMoney(balance.available),
  held: formatMoney(balance.held),
  postpaidLimit: formatMoney(balance.postpaidLimit),
  creditLevel: formatMoney(balance.creditLevel),
})
