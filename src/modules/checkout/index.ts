import type { CheckoutContext } from './context.ts'
import { listenTo } from './listen.ts'

export { pageRoot } from './address.ts'
export { checkoutArchive, paymentsArchive } from './archive.ts'
export { checkoutConsole } from './console.ts'
export type { CheckoutContext } from './context.ts'
export { checkoutJobs } from './jobs.ts'
export { checkoutPageArea, checkoutPages } from './page-routes.ts'
export { paymentsConsole } from './payments-console.ts'
export { checkoutPersonSources } from './person.ts'
export { checkoutRetention } from './retention.ts'
export { checkoutRoutes } from './routes.ts'
export { sealedTokens } from './secure-token.ts'
export { checkCheckoutFees } from './store-check.ts'
export { countOpenPayments } from './store-operate.ts'
export { checkoutTimeline } from './timeline.ts'

/** Starts to receive payment results from the providers. */
export const startPayments = (ctx: CheckoutContext): Promise<void> =>
  ctx.payments.start((provider) => listenTo(ctx, provider))
export { shopConsole } from './shop.ts'
export { websiteRoutes } from './websites.ts'
