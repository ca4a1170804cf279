import { type Money, money } from '../../values/money.ts'
import type { CreditProduct } from './rules.ts'

/** A price as it was set. */
export interface Price {
  readonly product: CreditProduct
  /** Null: for every account that has none of its own. */
  readonly accountId: number | null
  /** Of the number; empty for all numbers. */
  readonly prefix: string
  readonly currency: string
  readonly amount: Money
  readonly validFrom: Date
}

/** What one of something costs to a number. */
export type PriceOf = (phone: string) => Money

/** What holds where no price was set: one for each segment of a message, and for each message of a chat. */
const byDefault = money(10_000n)

export interface PriceList {
  /** For one account at one time: the prefixes are looked through once, and not for every number. */
  pricesFor(product: CreditProduct, accountId: number, currency: string, now: Date): PriceOf
}

/** The longest prefix wins; an account's own prices come before those for all, however short; of several for a prefix, the last that has begun. */
export function createPriceList(prices: readonly Price[]): PriceList {
  const lists = new Map<string, Price[]>()
  for (const price of prices) {
    const key = keyOf(price.product, price.accountId, price.currency)
    const list = lists.get(key)
    if (list) list.push(price)
    else lists.set(key, [price])
  }
  return {
    pricesFor(product, accountId, currency, now) {
      const own = startedBy(lists.get(keyOf(product, accountId, currency)), now)
      const common = startedBy(lists.get(keyOf(product, null, currency)), now)
      if (own.size === 0 && common.size === 0) return () => byDefault
      return (phone) => longest(own, phone) ?? longest(common, phone) ?? byDefault
    },
  }
}

const keyOf = (product: CreditProduct, accountId: number | null, currency: string) => `${product} ${accountId ?? 'all'} ${currency}`

/** By prefix, what holds now. */
function startedBy(prices: readonly Price[] = [], now: Date): Map<string, Money> {
  const started = prices.filter(({ validFrom }) => validFrom <= now).sort((a, b) => a.validFrom.getTime() - b.validFrom.getTime())
  return new Map(started.map(({ prefix, amount }) => [prefix, amount]))
}

function longest(prices: ReadonlyMap<string, Money>, phone: string): Money | undefined {
  if (prices.size === 0) return undefined
  for (let length = phone.length; length > 0; length -= 1) {
    const amount = prices.get(phone.slice(0, length))
    if (amount !== undefined) return amount
  }
  return prices.get('')
}
