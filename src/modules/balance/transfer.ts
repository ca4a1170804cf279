import type { Context } from '../../context.ts'
import type { Tx } from '../../engine/db/index.ts'
import { answerOnce, type IdempotencyKey, type Once } from '../../engine/http/index.ts'
import { formatMoney, money } from '../../values/money.ts'
import { refuse } from '../../values/refusal.ts'
import { isTooMuch, showBalance } from './credit.ts'
import { currenciesDiffer, notEnoughToMove } from './errors.ts'
import type { TransferOrder } from './rules.ts'
import { lockBalance } from './settings.ts'
import { type Balance, type BalanceRow, type CreditChange, changeCredit } from './store.ts'
import { insertTransfer, lockSubAccount } from './store-transfers.ts'

export interface Transferred {
  readonly id: number
  readonly balance: BalanceRow
  readonly subAccountBalance: BalanceRow
}

/** Moves only available credit: held credit and a postpaid limit cannot be moved. */
export async function transferCredit(
  ctx: Context,
  order: TransferOrder,
  key: IdempotencyKey | null,
): Promise<Once<Transferred>> {
  const now = ctx.clock.now()
  try {
    return await answerOnce(ctx.db, key, now, (tx) => transfer(tx, order, now))
  } catch (error) {
    throw isTooMuch(error) ? refuse('balance_too_large') : error
  }
}

async function transfer(tx: Tx, order: TransferOrder, now: Date): Promise<Transferred> {
  const { parentId, childId, toChild, product, amount, note, actor, byOperator } = order
  const child = await lockSubAccount(tx, parentId, childId)
  if (child === null) throw refuse('sub_account_not_found')
  if (child.suspended && !byOperator) throw refuse('sub_account_suspended')
  const [own, childs] = await lockBalances(tx, order)
  if (own.currency !== childs.currency) throw currenciesDiffer(own.currency, childs.currency)
  const { available } = toChild ? own : childs
  if (amount > available) throw notEnoughToMove(formatMoney(money(available > 0n ? available : 0n)), own.currency)

  const { id, parentSubject, childSubject } = await insertTransfer(tx, order, own.currency, now)
  const change = async (one: Pick<CreditChange, 'accountId' | 'amount' | 'subject' | 'actor'>) => {
    const balance = await changeCredit(tx, { ...one, product, note }, now)
    if (balance === null) throw refuse('balance_not_found')
    return showBalance(balance)
  }
  const gain = (gains: boolean) => (gains ? amount : money(-amount))
  return {
    id,
    balance: await change({ accountId: parentId, amount: gain(!toChild), subject: parentSubject, actor }),
    // The statement of a sub-account names neither its parent nor the acting user.
    subAccountBalance: await change({ accountId: childId, amount: gain(toChild), subject: childSubject, actor: '' }),
  }
}

/** In the order of accounts, like all locks of balances, so that opposite transfers do not deadlock. */
async function lockBalances(
  tx: Tx,
  { parentId, childId, product }: TransferOrder,
): Promise<readonly [own: Balance, childs: Balance]> {
  if (parentId < childId) return [await lockBalance(tx, parentId, product), await lockBalance(tx, childId, product)]
  const childs = await lockBalance(tx, childId, product)
  return [await lockBalance(tx, parentId, product), childs]
}
