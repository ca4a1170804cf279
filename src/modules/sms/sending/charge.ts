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
import type { ReasonOf } from '../../consent/index.ts'
import { insufficientBalance } from '../errors.ts'
import type { Candidate, Draft, Plan } from '../model.ts'
import { planSend } from './rules.ts'

/** The product whose balance pays for messages. */
export const smsProduct: CreditProduct = 'SMS'

/** The account and the balance that pays. */
export type Payer = Pick<Draft, 'accountId' | 'product'>

export const payerKey = ({ accountId, product }: Payer) => `${accountId} ${product}`

export type CreditOf = (payer: Payer) => SpendableCredit

/** One statement per product; usually there is only one. */
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

/**
 * The price of a message is its price per segment times its segments. It is stored with the message, so later price
 * changes do not affect it.
 */
export const priceOfMessage = ({ phone, own }: Candidate, segments: number, priceOf: PriceOf): Money =>
  money(priceOf(phone) * BigInt(own?.segments ?? segments))

/** A draft whose recipients and cost are known. */
export interface Priced {
  readonly draft: Draft
  readonly plan: Plan
  readonly priceOf: PriceOf
  readonly cost: Money
  readonly credit: SpendableCredit
}

/** The recipients of a send and its current cost. */
export function priceSend(
  { accountId, product, segments, sorted }: Pick<Draft, 'accountId' | 'product' | 'segments' | 'sorted'>,
  reasonOf: ReasonOf | null,
  prices: PriceList,
  credit: SpendableCredit,
  now: Date,
): Omit<Priced, 'draft'> {
  const plan = planSend(sorted, reasonOf)
  const priceOf = prices.pricesFor(product, accountId, credit.currency, now)
  return { plan, priceOf, cost: costOf(plan, segments, priceOf), credit }
}

function costOf({ accepted }: Plan, segments: number, priceOf: PriceOf): Money {
  let cost = 0n
  for (const candidate of accepted) cost += priceOfMessage(candidate, segments, priceOf)
  return money(cost)
}

/**
 * Rejects sends that the balance does not cover, in order of arrival. A smaller one that arrives later may still fit. A
 * send that may be a replay or exceed its daily limit reserves nothing here; if it does cost something, the check
 * constraint of the table catches an overdraft.
 */
export function refuseUnaffordable<Send extends Pick<Priced, 'draft' | 'cost'>>(
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

/** One charge per account and product, over all its requests, which have consecutive ids. */
export function chargesOf(
  sends: readonly (Pick<Priced, 'draft' | 'cost' | 'credit'> & { readonly id: number })[],
): Charge[] {
  const charges = new Map<
    string,
    { payer: Payer; amount: bigint; first: number; last: number; credit: SpendableCredit }
  >()
  for (const { draft, id, cost, credit } of sends) {
    if (cost === 0n) continue
    const { amount = 0n, first = id } = charges.get(payerKey(draft)) ?? {}
    charges.set(payerKey(draft), { payer: draft, amount: amount + cost, first, last: id, credit })
  }
  return [...charges.values()].map(({ payer: { accountId, product }, amount, first, last, credit }) => ({
    accountId,
    product,
    amount: money(amount),
    subject: first === last ? `request ${first}` : `requests ${first} to ${last}`,
    credit,
  }))
}
