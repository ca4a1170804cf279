import { createConcurrencyLimit } from '../../engine/concurrency-limit.ts'
import type { ChatContext } from '../chat/index.ts'
import type { SmsContext } from '../sms/index.ts'
import type { OtpContext } from './context.ts'
import { createOtpMetrics } from './metrics.ts'

export { otpConsole } from './console.ts'
export type { OtpContext } from './context.ts'
export { otpJobs } from './jobs.ts'
export { otpPersonSources } from './person.ts'
export { prepareOldApps, prepareOtp, translatePinTexts } from './prepare.ts'
export { otpRetention } from './retention.ts'
export { otpRoutes } from './routes.ts'
export { sealedPins } from './sealed-pin.ts'
export { otpTimeline } from './timeline.ts'

const atOnce = 4
const waitingMax = 10_000

export const openOtp = (sms: SmsContext, chat: ChatContext): OtpContext => ({
  ...sms,
  chat,
  otpMetrics: createOtpMetrics(sms.metrics),
  otpLimit: createConcurrencyLimit({ atOnce, waitingMax }),
})
