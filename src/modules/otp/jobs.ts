import type { Jobs } from '../../engine/work/index.ts'
import type { OtpContext } from './context.ts'
import { forgetCounts } from './forget.ts'
import { prepareOldApps } from './prepare.ts'

export const otpJobs = (ctx: OtpContext): Jobs => ({
  tasks: [
    { name: 'otp: forget old counts', everySeconds: 3_600, run: () => forgetCounts(ctx) },
    { name: 'otp: accounts without applications', everySeconds: 60, run: () => prepareOldApps(ctx) },
  ],
})
