import type { Jobs } from '../../engine/work/index.ts'
import type { CampaignsContext } from './context.ts'
import { deleteInterrupted } from './store-files.ts'
import { campaignWork } from './work.ts'

const dayMs = 86_400_000

export const campaignsJobs = (ctx: CampaignsContext): Jobs => ({
  work: [campaignWork(ctx)],
  tasks: [
    {
      name: 'campaigns: forget interrupted uploads',
      everySeconds: 3_600,
      run: () => deleteInterrupted(ctx.db, new Date(ctx.clock.now().getTime() - dayMs)),
    },
  ],
})
