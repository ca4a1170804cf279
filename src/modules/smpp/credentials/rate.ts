import type { SharedRates } from '../../../engine/flow/shared-rates.ts'
import { secondsToNext } from '../../../engine/flow/token-bucket.ts'
import type { SmppCredential } from '../model.ts'

/**
 * Takes messages from the rate of a credential, which its binds and its Kannel requests share over all processes.
 * Returns 0, or the seconds to wait when nothing was taken. A request with more messages than the rate delays the next.
 */
export function takeFromRate(
  rates: SharedRates,
  { id, rate }: Pick<SmppCredential, 'id' | 'rate'>,
  messages: number,
): number {
  if (rate === 0) return 0
  const key = `smpp submit ${id}`
  const limit = { size: rate, perSecond: rate }
  return rates.take(key, limit, messages) ? 0 : secondsToNext(rates.left(key, limit), rate)
}
