import type { OverviewCarrier } from '../../../../../src/contract/console/overview.ts'
import type { Queue } from '../../../../../src/contract/console/sms.ts'
import { t } from '../../../operator-text.ts'
import { describeState } from '../provider/state.tsx'
import { showDuration } from '../simulator.ts'

/** A full window delays messages: the carrier answers slower than they arrive. */
export const isNearlyFull = ({ window }: OverviewCarrier) => window !== null && window.used >= window.size * 0.8

/** Why the messages of a queue wait; null when nothing delays them. */
export function describeCause({ carrier: name, cause }: Queue, carriers: readonly OverviewCarrier[]): string | null {
  const carrier = carriers.find((one) => one.name === name)
  if (cause === null) return carrier !== undefined && isNearlyFull(carrier) ? t.overview.causes.full : null
  if (cause !== 'carrier') return t.overview.causes[cause]
  if (carrier === undefined) return t.overview.causes.removed
  return carrier.state === 'paused' ? t.overview.causes.paused : describeState(carrier)
}

/** How long the oldest message has been due. */
export const showAge = (oldestDueAt: string | null, at: string): string =>
  oldestDueAt === null ? '–' : showDuration(Math.max(0, Math.floor((Date.parse(at) - Date.parse(oldestDueAt)) / 1_000)))
