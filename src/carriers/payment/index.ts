import type { Clock } from '../../values/time.ts'
import type { PaymentProvider } from './provider.ts'
import { createSimulatedPayments } from './simulated.ts'

/**
 * Who takes payments in this installation. The simulated one never does outside staging: there a checkout without a
 * provider is refused.
 */
export function openPayments({
  staging,
  clock,
}: {
  readonly staging: boolean
  readonly clock: Clock
}): PaymentProvider | null {
  return staging ? createSimulatedPayments(clock) : null
}
