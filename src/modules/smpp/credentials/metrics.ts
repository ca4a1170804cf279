import type { Metrics } from '../../../engine/metrics.ts'
import type { AuthenticationProblem } from '../model.ts'

/** An address that is not allowed is told apart only in metrics, logs and events. */
export type RefusedReason = AuthenticationProblem | 'address'

const reasons = Object.keys({ unknown: 0, slowed: 0, address: 0, suspended: 0 } satisfies Record<RefusedReason, 0>)

export function countRefused({ counter }: Metrics): (reason: RefusedReason) => void {
  const refused = counter('ngoma_smpp_credentials_refused_total', 'Refused user names and passwords by reason.', [
    'reason',
  ])
  // Created at the start: a series that first appears with its first case would show no increase.
  for (const reason of reasons) refused.inc({ reason }, 0)
  return (reason) => refused.inc({ reason })
}
