import type { Metrics } from '../../engine/metrics.ts'
import { codes } from './errors.ts'
import { blockReasons } from './guard.ts'
import type { GuardMode } from './model.ts'

export interface OtpMetrics {
  /** A request for a PIN was answered with this code. */
  requested(code: number): void
  /** A PIN was compared, or not, and this is what its client was told. */
  verified(code: number): void
  guarded(mode: GuardMode, reason: string): void
}

const requestCodes = [100, 101, 102, 103, 104, 106, 107, 108, 109] as const
const guarding = ['alert', 'block'] as const

export function createOtpMetrics({ counter }: Metrics): OtpMetrics {
  const requests = counter('ngoma_otp_requests_total', 'Requests for a PIN, by the code they were answered with.', [
    'code',
  ])
  const verifications = counter(
    'ngoma_otp_verifications_total',
    'PINs that clients asked about, by the code they were answered with.',
    ['code'],
  )
  const guarded = counter('ngoma_otp_guard_total', 'Requests that the fraud guard blocked, or only noted.', [
    'mode',
    'reason',
  ])
  // There from the start: a series that only appears with its first case shows no increase.
  for (const code of Object.keys(codes))
    (requestCodes.some((one) => String(one) === code) ? requests : verifications).inc({ code }, 0)
  for (const mode of guarding) for (const reason of blockReasons) guarded.inc({ mode, reason }, 0)
  return {
    requested: (code) => requests.inc({ code: String(code) }),
    verified: (code) => verifications.inc({ code: String(code) }),
    guarded: (mode, reason) => guarded.inc({ mode, reason }),
  }
}
