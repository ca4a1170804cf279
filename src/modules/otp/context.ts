import type { ConcurrencyLimit } from '../../engine/concurrency-limit.ts'
import type { SmsContext } from '../sms/index.ts'
import type { OtpMetrics } from './metrics.ts'

/** PINs go out as messages, so what sending needs is all here. */
export interface OtpContext extends SmsContext {
  readonly otpMetrics: OtpMetrics
  /**
   * Requests and guesses of an account. They come in floods from whoever attacks it, and must not take everybody's
   * connections.
   */
  readonly otpLimit: ConcurrencyLimit
}
