import { type Money, money, NOTHING } from '../../values/money.ts'
import type { CreditProduct } from './rules.ts'

export interface Price {
  readonly product: CreditProduct
  /** Null means every account without its own price. */
  readonly accountId: number | null
  /** The first digits of the phone number; empty for all numbers. */
  readonly prefix: string
  readonly currency: string
  readonly amount: Money
  readonly validFrom: Date
}

/** The price of one unit for a phone number. */
export type PriceOf = (phone: string) => Money

/** Chat sessions and paid checkouts are free until an operator sets a price. */
const freeProducts: readonly CreditProduct[] = ['CONVERSATIONS', 'PAYMENTS']

/** The default price of a segment or a chat message. */
const defaultPrice = (product: CreditProduct) => (freeProducts.includes(product) ? NOTHING : money(10_000n))

export interface PriceList {
  /** For one account at one time, so that the price table is selected once and not for each number. */
  pricesFor(product: CreditProduct, accountId: number, currency: string, now: Date): PriceOf
}

/**
 * The longest prefix wins. Prices of the account take precedence over default prices, whatever their prefix. Of several
 * prices for a prefix, the latest valid one counts.
 */
export function createPriceList(prices: readonly Price[]): PriceList {
  const groups = new Map<string, Price[]>()
  for (const price of prices) {
    const key = keyOf(price.product, price.accountId, price.currency)
    const group = groups.get(key)
    if (group) group.push(price)
    else groups.set(key, [price])
  }
  const tables = new Map([...groups].map(([key, group]) => [key, createTable(group)]))
  return {
    pricesFor(product, accountId, currency, now) {
      const own = tables.get(keyOf(product, accountId, currency))?.(now) ?? none
      const common = tables.get(keyOf(product, null, currency))?.(now) ?? none
      const byDefault = defaultPrice(product)
      if (own.size === 0 && common.size === 0) return () => byDefault
      return (phone) => longest(own, phone) ?? longest(common, phone) ?? byDefault
    },
  }
}

const keyOf = (product: CreditProduct, accountId: number | null, currency: string) =>
  `${product} ${accountId ?? 'all'} ${currency}`

type Amounts = ReadonlyMap<string, Money>
const none: Amounts = new Map()

/**
 * The prices in force at a time, cached until the next one starts: there may be thousands, and every send needs them.
 */
function createTable(prices: readonly Price[]): (now: Date) => Amounts {
  const byTime = prices.toSorted((a, b) => a.validFrom.getTime() - b.validFrom.getTime())
  let kept = { amounts: none, from: 0, until: 0 }
  return (now) => {
    const time = now.getTime()
    if (time >= kept.from && time < kept.until) return kept.amounts
    const later = byTime.findIndex(({ validFrom }) => validFrom > now)
    const begun = later === -1 ? byTime : byTime.slice(0, later)
    kept = {
      amounts: new Map(begun.map(({ prefix, amount }) => [prefix, amount])),
      from: begun.at(-1)?.validFrom.getTime() ?? Number.NEGATIVE_INFINITY,
      until: byTime[begun.length]?.validFrom.getTime() ?? Number.POSITIVE_INFINITY,
    }
    return kept.amounts
  }
}

function longest(prices: Amounts, phone: string): Money | undefined {
  if (prices.size === 0) return undefined
  for (let length = phone.length; length > 0; length -= 1) {
    const amount = prices.get(phone.slice(0, length))
    if (amount !== undefined) return amount
  }
  return prices.get('')
}
