import type { Queryable } from '../../../engine/db/index.ts'
import { formatMoney, type Money, money } from '../../../values/money.ts'
import type { Refusal } from '../../../values/refusal.ts'
import {
  type Charge,
  type CreditProduct,
  findSpendableCredit,
  noCredit,
  type PriceList,
  type PriceOf,
  type SpendableCredit,
} from '../../balance/index.ts'
import { insufficientBalance } from '../errors.ts'
import type { Candidate, Plan, Sorted } from '../model.ts'
import { planSend } from './rules.ts'

/** What messages are paid from. */
export const smsProduct: CreditProduct = 'SMS'

/** Whose credit, and which. */
interface Payer {
  readonly accountId: number
  readonly product: CreditProduct
}

const payerKey = ({ accountId, product }: Payer) => `${accountId} ${product}`

/** What whoever pays has for it. */
export type CreditOf = (payer: Payer) => SpendableCredit

/** One statement for each product; mostly there is one. */
export async function findCreditOfPayers(db: Queryable, payers: readonly Payer[]): Promise<CreditOf> {
  const found = new Map<string, SpendableCredit>()
  const read = async (product: CreditProduct) => {
    const accounts = new Set(payers.flatMap((one) => (one.product === product ? [one.accountId] : [])))
    for (const [accountId, credit] of await findSpendableCredit(db, [...accounts], product))
      found.set(payerKey({ accountId, product }), credit)
  }
  await Promise.all([...new Set(payers.map(({ product }) => product))].map(read))
  return (payer) => found.get(payerKey(payer)) ?? noCredit
}

/** A message costs its price for each segment; that price is written on it, whatever becomes of prices later. */
export const priceOfMessage = ({ phone, own }: Candidate, segments: number, priceOf: PriceOf): Money =>
  money(priceOf(phone) * BigInt(own?.segments ?? segments))

/** Who opted out, by account. */
export type OptedOut = ReadonlyMap<number, ReadonlySet<string>>

interface Offer extends Payer {
  readonly content: { readonly segments: number }
  readonly sorted: Sorted
}

const none = new Set<string>()

/** Who a send goes to, and what it costs now. */
export function priceSend(
  { accountId, product, content, sorted }: Offer,
  optedOut: OptedOut,
  prices: PriceList,
  credit: SpendableCredit,
  now: Date,
) {
  const plan = planSend(sorted, optedOut.get(accountId) ?? none)
  const priceOf = prices.pricesFor(product, accountId, credit.currency, now)
  return { plan, priceOf, cost: costOf(plan, content.segments, priceOf), credit }
}

function costOf({ accepted }: Plan, segments: number, priceOf: PriceOf): Money {
  let cost = 0n
  for (const candidate of accepted) cost += priceOfMessage(candidate, segments, priceOf)
  return money(cost)
}

/** A send that would be accepted, as far as money is concerned. */
interface Priced {
  readonly draft: Payer & { readonly key: unknown; readonly messagesPerDay: number | null }
  readonly cost: Money
}

/**
 * Refuses what its account can't pay for, one send after the other as they came. A smaller one that comes later may
 * still fit. What may turn out to be a replay, or too much for its day, takes nothing from those after it: if it does
 * cost something, the table's check finds out.
 */
export function refuseUnaffordable<Send extends Priced>(
  sends: readonly Send[],
  creditOf: CreditOf,
): Map<Send, Refusal> {
  const left = new Map<string, bigint>()
  const refusals = new Map<Send, Refusal>()
  for (const send of sends) {
    const { draft, cost } = send
    const before = left.get(payerKey(draft)) ?? creditOf(draft).spendable
    if (cost > before) refusals.set(send, insufficientBalance(formatMoney(cost), formatMoney(money(before))))
    else if (draft.key === null && draft.messagesPerDay === null) left.set(payerKey(draft), before - cost)
  }
  return refusals
}

interface Charged {
  readonly draft: Payer
  readonly row: { readonly id: number }
  readonly cost: Money
  readonly credit: SpendableCredit
}

/** One for each account and product, over all requests that it pays for: those have neighbouring ids. */
export function chargesOf(sends: readonly Charged[]): Charge[] {
  const charges = new Map<
    string,
    { payer: Payer; amount: bigint; first: number; last: number; credit: SpendableCredit }
  >()
  for (const { draft, row, cost, credit } of sends) {
    if (cost === 0n) continue
    const { amount = 0n, first = row.id } = charges.get(payerKey(draft)) ?? {}
    charges.set(payerKey(draft), { payer: draft, amount: amount + cost, first, last: row.id, credit })
  }
  return [...charges.values()].map(({ payer: { accountId, product }, amount, first, last, credit }) => ({
    accountId,
    product,
    amount: money(amount),
    subject: first === last ? `request ${first}` : `requests ${first} to ${last}`,
    credit,
  }))
}
