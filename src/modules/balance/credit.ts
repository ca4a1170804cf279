import type { Context } from '../../context.ts'
import { answerOnce, type IdempotencyKey, type Once } from '../../engine/http/index.ts'
import { formatMoney, type Money, money } from '../../values/money.ts'
import { balanceMissing, notEnough, tooMuch } from './errors.ts'
import { isCreditShort } from './ledger.ts'
import type { CreditProduct } from './rules.ts'
import { type ShownBalance, showBalance } from './show.ts'
import { changeCredit, findBalance } from './store.ts'

/** A credit change by an operator. */
export interface CreditOrder {
  readonly accountId: number
  readonly product: CreditProduct
  /** Negative to remove credit. */
  readonly amount: Money
  readonly note: string
  readonly actor: string
}

/**
 * Refuses to remove more credit than is available above the floor. The response is stored under the idempotency key.
 */
export async function orderCredit(
  ctx: Context,
  order: CreditOrder,
  key: IdempotencyKey | null,
): Promise<Once<ShownBalance>> {
  const { accountId, product, amount } = order
  const now = ctx.clock.now()
  const subject = amount > 0n ? 'top-up' : 'correction'
  try {
    return await answerOnce(ctx.db, key, now, async (tx) => {
      const balance = await changeCredit(tx, { ...order, subject }, now)
      if (balance === null) throw balanceMissing()
      return showBalance(balance)
    })
  } catch (error) {
    if (isTooMuch(error)) throw tooMuch()
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
