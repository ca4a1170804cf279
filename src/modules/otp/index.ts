import { createConcurrencyLimit } from '../../engine/concurrency-limit.ts'
import type { SmsContext } from '../sms/index.ts'
import type { OtpContext } from './context.ts'
import { createOtpMetrics } from './metrics.ts'

export { otpConsole } from './console.ts'
export { otpJobs } from './jobs.ts'
export { otpPersonSources } from './person.ts'
export { prepareOldApps, prepareOtp, translatePinTexts } from './prepare.ts'
export { otpRetention } from './retention.ts'
export { otpRoutes } from './routes.ts'

const atOnce = 4
const waitingMax = 10_000

export const openOtp = (sms: SmsContext): OtpContext => ({
  ...sms,
  otpMetrics: createOtpMetrics(sms.metrics),
  otpLimit: createConcurrencyLimit({ atOnce, waitingMax }),
})
