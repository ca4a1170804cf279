import type { Jobs } from '../../engine/work/index.ts'
import { askWork } from './ask.ts'
import type { CheckoutContext } from './context.ts'
import { probeAway } from './probe.ts'
import { watchWork } from './watch.ts'

export const checkoutJobs = (ctx: CheckoutContext): Jobs => ({
  work: [watchWork(ctx), askWork(ctx)],
  tasks: [{ name: 'checkout: probe unreachable providers', everySeconds: 30, run: () => probeAway(ctx) }],
})
