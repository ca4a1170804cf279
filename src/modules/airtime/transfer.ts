import { randomUUID } from 'node:crypto'
import type { TransferReply } from '../../contract/public/airtime.ts'
import { afterCommit, type Tx } from '../../engine/db/index.ts'
import { answerOnce, type IdempotencyKey, type Once } from '../../engine/http/index.ts'
import { formatMoney, money } from '../../values/money.ts'
import type { ProblemCode } from '../../values/problems.ts'
import { Refusal, refuse } from '../../values/refusal.ts'
import { readTypedPhone } from '../accounts/index.ts'
import { findSpendableCredit, hold, isCreditShort, noCredit, type SpendableCredit } from '../balance/index.ts'
import { holdProvider } from '../providers/index.ts'
import type { AirtimeContext } from './context.ts'
import { insufficientBalance, invalidProduct, noRoute, referenceUsed } from './errors.ts'
import { readTransfer } from './parse.ts'
import { airtimeProduct, inProgress, isSame, suits, type TransferRequest } from './rules.ts'
import { findByReference, insertTransfer } from './store.ts'

export const workTopic = 'airtime_transfers'

/** The response, which is also stored under the idempotency key. */
const answerFor = (id: number): TransferReply => ({
  code: inProgress.code,
  transaction_id: String(id),
  message: inProgress.message,
})

/**
 * Accepts a transfer and holds its cost. The row is also the job: workers can see it once it is committed. The same
 * reference returns the same transfer, even concurrently.
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

/** The earlier transfer with the same reference, or null. */
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
  const provider = await chooseProvider(ctx, tx, accountId, request.productId)
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

/** The subject of the transfer in the ledger. */
export const subjectOf = (id: number) => `transfer ${id}`

const tooExpensive = ({ amount }: TransferRequest, { spendable }: SpendableCredit) =>
  insufficientBalance(formatMoney(amount), formatMoney(money(spendable > 0n ? spendable : 0n)))

/** Once the transfer is submitted, the choice is final: only its provider can be asked about it. */
async function chooseProvider(
  { providers }: AirtimeContext,
  tx: Tx,
  accountId: number,
  productId: number | null,
): Promise<string> {
  const [best] = providers.wouldChoose(accountId)
  if (best === undefined) throw noRoute()
  // The simulated provider takes transfers only when there is no other one.
  if (best.isSimulated) return best.name
  const chosen = providers.choose(accountId, suits(productId))
  if (chosen.length === 0) throw invalidProduct()
  for (const { name } of chosen) {
    // The cached providers may be a second old, and a provider that is being removed must not get a transfer.
    if (await holdProvider(tx, name)) return name
  }
  throw noRoute()
}

/** A transfer that a user enters in the console. */
export interface ManualTransfer {
  readonly phone: string
  readonly amount: string
  readonly reference?: string
}

/** Transfers airtime like the public API, but reads numbers for the country of the account. */
export async function transferManually(
  ctx: AirtimeContext,
  accountId: number,
  { phone, amount, reference }: ManualTransfer,
  key: IdempotencyKey | null,
): Promise<Once<TransferReply>> {
  const number = phone.trim() === '' ? '' : await readTypedPhone(ctx, accountId, phone)
  const body = { dest_addr: number, amount: amount.trim(), reference_id: reference ?? randomUUID() }
  try {
    return await transfer(ctx, accountId, readTransfer(body), key)
  } catch (error) {
    throw error instanceof Refusal ? withOwnHint(error) : error
  }
}

/** The hints of `/v1` name fields of `/v1`. */
const hints: Partial<Readonly<Record<ProblemCode, string>>> = {
  invalid_phone: 'enter the number that receives the airtime in national form, or with + and the country code',
  invalid_amount: 'enter a number above 0 with at most two decimal places, such as 500 or 10.50, without a currency',
  invalid_reference: 'a reference has 1 to 64 characters: leave it out to have one generated',
  reference_used: 'leave out the reference to have one generated',
  no_route: 'no airtime provider is configured: ask your administrator to add one on the Providers page',
}

function withOwnHint(refusal: Refusal): Refusal {
  const hint = refusal.problem === null ? undefined : hints[refusal.problem]
  return refusal.problem === null || hint === undefined ? refusal : refuse(refusal.problem, { hint })
}
