import type { GuardMode, PinChannelName } from '../../contract/account/otp.ts'
import type { Metrics } from '../../engine/metrics.ts'
import { codes } from './errors.ts'
import { blockReasons } from './guard.ts'

export type OtpMetrics = ReturnType<typeof createOtpMetrics>

const requestCodes = [100, 101, 102, 103, 104, 106, 107, 108, 109] as const
const channels = ['sms', 'whatsapp', 'voice'] as const
const guarding = ['alert', 'block'] as const

export function createOtpMetrics({ counter }: Metrics) {
  const requests = counter('ngoma_otp_requests_total', 'PIN requests by response code.', ['code'])
  const verifications = counter('ngoma_otp_verifications_total', 'PIN verifications by response code.', ['code'])
  const guarded = counter('ngoma_otp_guard_total', 'Requests that the fraud guard blocked or logged.', [
    'mode',
    'reason',
  ])
  const fallbacks = counter('ngoma_otp_fallbacks_total', 'PINs that were sent on a further channel.', ['channel'])
  // Created at the start: a series that first appears with its first case would show no increase.
  for (const code of Object.keys(codes))
    (requestCodes.some((one) => String(one) === code) ? requests : verifications).inc({ code }, 0)
  for (const mode of guarding) for (const reason of blockReasons) guarded.inc({ mode, reason }, 0)
  for (const channel of channels) fallbacks.inc({ channel }, 0)
  return {
    /** A PIN request was answered with this code. */
    requested: (code: number) => requests.inc({ code: String(code) }),
    verified: (code: number) => verifications.inc({ code: String(code) }),
    guarded: (mode: GuardMode, reason: string) => guarded.inc({ mode, reason }),
    /** A PIN was sent on a further channel. */
    fellBack: (channel: PinChannelName) => fallbacks.inc({ channel }),
  }
}
