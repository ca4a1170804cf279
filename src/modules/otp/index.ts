import { createTurns } from '../../engine/turns.ts'
import type { PeriodicTask } from '../../engine/work/index.ts'
import type { SmsContext } from '../sms/index.ts'
import type { OtpContext } from './context.ts'
import { forgetPins } from './forget.ts'
import { createOtpMetrics } from './metrics.ts'
import { prepareOldApps } from './prepare.ts'

export { otpConsole } from './console.ts'
export type { GuardMode } from './model.ts'
export { prepareOldApps, prepareOtp } from './prepare.ts'
export { otpRoutes } from './routes.ts'

const atOnce = 4
const waitingMax = 10_000

export const openOtp = (sms: SmsContext): OtpContext => ({
  ...sms,
  otpMetrics: createOtpMetrics(sms.metrics),
  otpTurns: createTurns({ atOnce, waitingMax }),
})

export const otpTasks = (ctx: OtpContext): PeriodicTask[] => [
  forgetPins(ctx),
  { name: 'otp: accounts without applications', everySeconds: 60, run: () => prepareOldApps(ctx) },
]
