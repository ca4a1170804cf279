import type { Jobs } from '../../engine/work/index.ts'
import type { RetentionContext } from './context.ts'
import { removeOldData } from './run.ts'

export const retentionJobs = (ctx: RetentionContext): Jobs => ({
  tasks: [{ name: 'retention: remove old data', everySeconds: 3_600, run: (lease) => removeOldData(ctx, lease) }],
})
