import type { Context } from '../../context.ts'
import type { Tx } from '../../engine/db/index.ts'
import { type Money, parseMoney } from '../../values/money.ts'
import { firstAccountId } from '../accounts/index.ts'
import { changeCredit, insertBalances, listWithoutBalances } from './store.ts'

const trialCredit = parseMoney('1000000') as Money
const firstCredit = parseMoney('1000') as Money
const stepSize = 100

/** The initial credit: test money for all accounts in staging, and a small amount for the first account otherwise. */
export function prepareBalance({ staging, currency }: Context['config']) {
  return async (tx: Tx, accountId: number, now: Date): Promise<void> => {
    const made = await insertBalances(tx, accountId, currency)
    const amount = staging ? trialCredit : accountId === firstAccountId ? firstCredit : null
    if (amount === null) return
    for (const product of made)
      await changeCredit(tx, { accountId, product, amount, subject: 'first credit', note: '', actor: '' }, now)
  }
}

/** Creates the initial balances of accounts from an earlier version. */
export async function prepareOldAccounts(ctx: Context): Promise<void> {
  const prepare = prepareBalance(ctx.config)
  for (;;) {
    const accounts = await listWithoutBalances(ctx.db, stepSize)
    if (accounts.length === 0) return
    for (const accountId of accounts) await ctx.db.transaction((tx) => prepare(tx, accountId, ctx.clock.now()))
  }
}
