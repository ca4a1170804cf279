import type { Jobs } from '../../engine/work/index.ts'
import type { CheckoutContext } from './context.ts'
import { forgetSessions } from './forget.ts'
import { watchWork } from './watch.ts'

export const checkoutJobs = (ctx: CheckoutContext): Jobs => ({
  work: [watchWork(ctx)],
  tasks: [{ name: 'checkout: forget old sessions', everySeconds: 3_600, run: () => forgetSessions(ctx) }],
})
