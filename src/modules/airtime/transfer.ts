import type { TransferReply } from '../../contract/public/airtime.ts'
import { afterCommit, type Tx } from '../../engine/db/index.ts'
import { answerOnce, type IdempotencyKey, type Once } from '../../engine/http/index.ts'
import { formatMoney, money } from '../../values/money.ts'
import { findSpendableCredit, isCreditShort, noCredit, type SpendableCredit } from '../balance/index.ts'
import type { AirtimeContext } from './context.ts'
import { insufficientBalance, invalidProduct, noRoute, referenceUsed } from './errors.ts'
import { airtimeProduct, inProgress, isSame, type TransferRequest } from './rules.ts'
import { findByReference, hold, insertTransfer } from './store.ts'
import { holdProvider } from './store-providers.ts'

export const workTopic = 'airtime_transfers'

/** The answer is also stored under the idempotency key. */
const answerFor = (id: number): TransferReply => ({
  code: inProgress.code,
  transaction_id: String(id),
  message: inProgress.message,
})

/**
 * Takes a transfer, and holds what it costs. The row is also the work: once it is committed a worker will find it, and
 * before that nobody can. The same reference again is the same transfer, also when the two come at once.
 */
export async function transfer(
  ctx: AirtimeContext,
  accountId: number,
  request: TransferRequest,
  key: IdempotencyKey | null,
): Promise<Once<TransferReply>> {
  const now = ctx.clock.now()
  const id = await ctx.transferIds.take(1)
  return answerOnce(ctx.db, key, now, async (tx) =>
    answerFor((await findSame(tx, accountId, request)) ?? (await accept(ctx, tx, id, accountId, request, now))),
  )
}

/** The transfer that this one is a repetition of; null when there is none. */
async function findSame(tx: Tx, accountId: number, request: TransferRequest): Promise<number | null> {
  const found = await findByReference(tx, accountId, request.referenceId)
  if (found !== null && !isSame(found, request)) throw referenceUsed()
  return found?.id ?? null
}

async function accept(
  ctx: AirtimeContext,
  tx: Tx,
  id: number,
  accountId: number,
  request: TransferRequest,
  now: Date,
): Promise<number> {
  const provider = await chooseProvider(ctx, tx, request.productId)
  const credit = (await findSpendableCredit(tx, [accountId], airtimeProduct)).get(accountId) ?? noCredit
  if (request.amount > credit.spendable) throw tooExpensive(request, credit)
  const stored = await insertTransfer(tx, {
    ...request,
    id,
    accountId,
    currency: credit.currency,
    provider,
    createdAt: now,
  })
  if (!stored) return (await findSame(tx, accountId, request)) ?? id
  try {
    await hold(tx, { accountId, product: airtimeProduct, amount: request.amount, subject: subjectOf(id), credit }, now)
  } catch (error) {
    throw isCreditShort(error) ? tooExpensive(request, credit) : error
  }
  afterCommit(tx, () => {
    ctx.airtimeMetrics.accepted(provider)
    ctx.work.announce(workTopic)
  })
  return id
}

/** Under what a transfer's money is found in the ledger. */
export const subjectOf = (id: number) => `transfer ${id}`

const tooExpensive = ({ amount }: TransferRequest, { spendable }: SpendableCredit) =>
  insufficientBalance(formatMoney(amount), formatMoney(money(spendable > 0n ? spendable : 0n)))

/** Chosen now, for good: whoever was told about a transfer is the only one who can be asked about it. */
async function chooseProvider({ providers }: AirtimeContext, tx: Tx, productId: number | null): Promise<string> {
  const provider = providers.current()
  if (provider === null) throw noRoute()
  if (productId !== null && !provider.knows(productId)) throw invalidProduct()
  // What is known here may be a second old, and a transfer must not be given to one that is being removed.
  if (!provider.isSimulated && !(await holdProvider(tx, provider.name))) throw noRoute()
  return provider.name
}
