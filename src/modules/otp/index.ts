import { createConcurrencyLimit } from '../../engine/concurrency-limit.ts'
import type { ChatContext } from '../chat/index.ts'
import type { SmsContext } from '../sms/index.ts'
import type { OtpContext } from './context.ts'
import { createOtpMetrics } from './metrics.ts'

export type { OtpContext } from './context.ts'

const atOnce = 4
const waitingMax = 10_000

export const openOtp = (sms: SmsContext, chat: ChatContext): OtpContext => ({
  ...sms,
  chat,
  otpMetrics: createOtpMetrics(sms.metrics),
  otpLimit: createConcurrencyLimit({ atOnce, waitingMax }),
})
