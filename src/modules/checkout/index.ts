import type { CheckoutContext } from './context.ts'
import { applyResult } from './pay.ts'

export { pageRoot } from './address.ts'
export { checkoutArchive } from './archive.ts'
export { checkoutConsole } from './console.ts'
export type { CheckoutContext } from './context.ts'
export { checkoutJobs } from './jobs.ts'
export { checkoutPageArea, checkoutPages } from './page-routes.ts'
export { checkoutPersonSource } from './person.ts'
export { checkoutRetention } from './retention.ts'
export { checkoutRoutes } from './routes.ts'
export { sealedTokens } from './secure-token.ts'
export { checkCheckoutFees } from './store-check.ts'

/** Starts to receive payment results from the provider. */
export async function startPayments(ctx: CheckoutContext): Promise<void> {
  const { payments } = ctx
  await payments?.start({ result: (result) => applyResult(ctx, payments.name, result) })
}
