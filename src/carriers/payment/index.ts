import type { Clock } from '../../values/time.ts'
import type { PaymentProvider } from './provider.ts'
import { createSimulatedPayments } from './simulated.ts'

/**
 * Opens the payment provider of this installation. Simulated payments exist only in staging; elsewhere a checkout
 * without a provider is rejected.
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
