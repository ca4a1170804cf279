import type { PeriodicTask } from '../../engine/work/index.ts'
import type { SmsContext } from '../sms/index.ts'
import type { OtpContext } from './context.ts'
import { forgetPins } from './forget.ts'
import { createOtpMetrics } from './metrics.ts'
import { prepareOldApps } from './prepare.ts'

export { otpConsole } from './console.ts'
export type { GuardMode } from './guard.ts'
export { prepareOldApps, prepareOtp } from './prepare.ts'
export { otpRoutes } from './routes.ts'

export const openOtp = (sms: SmsContext): OtpContext => ({ ...sms, otpMetrics: createOtpMetrics(sms.metrics) })

export const otpTasks = (ctx: OtpContext): PeriodicTask[] => [
  forgetPins(ctx),
  { name: 'otp: accounts without applications', everySeconds: 60, run: () => prepareOldApps(ctx) },
]
