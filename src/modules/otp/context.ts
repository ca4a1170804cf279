import type { SmsContext } from '../sms/index.ts'
import type { OtpMetrics } from './metrics.ts'

/** PINs go out as messages, so what sending needs is all here. */
export interface OtpContext extends SmsContext {
  readonly otpMetrics: OtpMetrics
}
