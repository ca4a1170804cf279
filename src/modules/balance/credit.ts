import type { Context } from '../../context.ts'
import { answerOnce, type IdempotencyKey, type Once } from '../../engine/http/index.ts'
import { formatMoney, type Money, money } from '../../values/money.ts'
import { balanceMissing, notEnough, tooMuch } from './errors.ts'
import { isCreditShort } from './ledger.ts'
import type { CreditProduct } from './rules.ts'
import { type ShownBalance, showBalance } from './show.ts'
import { changeCredit, findBalance } from './store.ts'

/** What an operator puts in, or takes out. */
export interface CreditOrder {
  readonly accountId: number
  readonly product: CreditProduct
  /** Below zero to take credit away. */
  readonly amount: Money
  readonly note: string
  readonly actor: string
}

/**
 * Credit that is not there, or would go below the floor, is not taken away. What is answered is also what is remembered
 * under the key.
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

/** More digits than the database has room for, now or when what is held comes back. */
export const isTooMuch = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && error.code === outOfRange) || ('constraint' in error && error.constraint === 'balances_bounded'))
