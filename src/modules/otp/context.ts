import { type ConcurrencyLimit, createConcurrencyLimit } from '../../engine/concurrency-limit.ts'
import type { ChatContext } from '../chat/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { createOtpMetrics, type OtpMetrics } from './metrics.ts'

/** Dependencies of the otp module. PINs are sent as messages, so it includes those of the sms module. */
export interface OtpContext extends SmsContext {
  /** Sends PINs on channels other than SMS. */
  readonly chat: ChatContext
  readonly otpMetrics: OtpMetrics
  /** Limits requests and guesses by account, so that an attack on one account cannot use all connections. */
  readonly otpLimit: ConcurrencyLimit
}

const atOnce = 4
const waitingMax = 10_000

export const openOtp = (sms: SmsContext, chat: ChatContext): OtpContext => ({
  ...sms,
  chat,
  otpMetrics: createOtpMetrics(sms.metrics),
  otpLimit: createConcurrencyLimit({ atOnce, waitingMax }),
})
