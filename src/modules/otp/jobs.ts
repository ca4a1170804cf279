import type { Jobs } from '../../engine/work/index.ts'
import type { OtpContext } from './context.ts'
import { fallbackWork } from './fallback.ts'
import { forgetCounts } from './forget.ts'
import { prepareOldApps } from './prepare.ts'
import { deleteExpired } from './store-sends.ts'

export const otpJobs = (ctx: OtpContext): Jobs => ({
  work: [fallbackWork(ctx)],
  tasks: [
    { name: 'otp: forget expired PINs', everySeconds: 15, run: () => deleteExpired(ctx.db, ctx.clock.now()) },
    { name: 'otp: forget old counts', everySeconds: 3_600, run: () => forgetCounts(ctx) },
    { name: 'otp: accounts without applications', everySeconds: 60, run: () => prepareOldApps(ctx) },
  ],
})
