import type { Context } from '../context.ts'
import type { AccountState, OverviewAccount } from '../contract/console/overview.ts'
import { listNamedAccounts, listSuspended } from '../modules/accounts/index.ts'
import { listShortAccounts, listSmsCredit, type SmsCredit } from '../modules/balance/index.ts'
import { readAccountFigures } from '../modules/reports/index.ts'

type FigureContext = Pick<Context, 'db' | 'clock'>

interface Figures extends Pick<OverviewAccount, 'available' | 'messages' | 'failed' | 'deliveryRate'> {
  readonly credit: SmsCredit | null
}

/** The figures of accounts in their list. */
export async function readListedFigures(ctx: FigureContext, ids: readonly number[]) {
  const figuresOf = await readFigures(ctx, ids)
  return (id: number) => {
    const { available, messages, failed } = figuresOf(id)
    return { available, messages, failed }
  }
}

/** The SMS credit of accounts, and their messages of the last 24 hours. Reads few rows of each account. */
async function readFigures({ db, clock }: FigureContext, ids: readonly number[]): Promise<(id: number) => Figures> {
  const [credits, figuresOf] = await Promise.all([listSmsCredit(db, ids), readAccountFigures(db, ids, clock.now())])
  const found = new Map(credits.map((credit) => [credit.accountId, credit]))
  return (id) => {
    const credit = found.get(id) ?? null
    const { messages, failed, deliveryRate } = figuresOf(id)
    return { credit, available: credit?.available ?? null, messages, failed, deliveryRate }
  }
}

/** Suspended accounts and accounts without credit that are listed, each. */
const attentionMax = 20

/** The accounts that need attention, then the busiest. */
export async function listOverviewAccounts(ctx: FigureContext, busiest: readonly number[]): Promise<OverviewAccount[]> {
  const [short, suspended] = await Promise.all([
    listShortAccounts(ctx.db, attentionMax),
    listSuspended(ctx.db, attentionMax),
  ])
  const ids = [...new Set([...short, ...suspended, ...busiest])]
  const [named, figuresOf] = await Promise.all([listNamedAccounts(ctx.db, ids), readFigures(ctx, ids)])
  const accounts = new Map(named.map((account) => [account.id, account]))
  return ids.flatMap((id) => {
    const account = accounts.get(id)
    if (account === undefined) return []
    const { name, currency, suspendedAt } = account
    const { credit, ...figures } = figuresOf(id)
    return [{ id, name, currency, state: stateOf(suspendedAt !== null, credit), ...figures }]
  })
}

function stateOf(isSuspended: boolean, credit: SmsCredit | null): AccountState {
  if (isSuspended) return 'suspended'
  if (credit?.usedUp) return 'credit_used_up'
  return credit?.isLow ? 'credit_low' : 'active'
}
