import type { Jobs } from '../../engine/work/index.ts'
import type { AirtimeContext } from './context.ts'
import { disburseWork } from './disburse.ts'
import { listenTo } from './end.ts'

export const airtimeJobs = (ctx: AirtimeContext): Jobs => ({
  start: () => ctx.providers.start((provider) => listenTo(ctx, provider)),
  work: [disburseWork(ctx)],
})
