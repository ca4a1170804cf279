import type { Jobs } from '../../engine/work/index.ts'
import { callUrlsWork } from './call-urls.ts'
import type { KannelContext } from './context.ts'

export const kannelJobs = (ctx: KannelContext): Jobs => ({ work: [callUrlsWork(ctx)] })
