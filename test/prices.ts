import type { CreditProduct } from '../src/modules/balance/index.ts'
import { getMoney } from '../src/values/money.ts'
import { until, type World } from './world.ts'

/** Waits until a price for all numbers applies: the server reads changes once a second. */
export const untilPrice = (world: World, product: CreditProduct, price: string): Promise<void> =>
  until(
    `the price of ${product} is ${price}`,
    () => world.app.sms.prices.pricesFor(product, 1, 'TZS', world.clock.now())('255712345678') === getMoney(price),
  )
