import type { CarrierState, Provider } from '../../../../../src/contract/console/providers.ts'
import type { CarrierHealth, Route, TriedRoute } from '../../../../../src/contract/console/routing.ts'
import { t } from '../../../operator-text.ts'
import { showTime } from '../../../parts/formats.ts'
import { fill } from '../../../text.ts'

export const laneChoices = Object.entries(t.routes.lanes).map(([value, label]) => ({ value, label }))

/** The conditions of a route. */
export const describeRoute = ({ prefix, accountId, sender, lane }: Route): string =>
  fill(t.routes.description, {
    hasPrefix: String(prefix !== ''),
    prefix,
    hasAccount: String(accountId !== null),
    account: String(accountId),
    hasSender: String(sender !== null),
    sender: sender ?? '',
    lane: lane ?? 'other',
  })

/** Why the carrier of a route can be used or not. */
export function describeCarrier({
  carrier,
  paused,
  awaySince,
  failoverSeconds,
  health,
  isAvailable,
}: TriedRoute): string {
  if (paused) return fill(t.routes.isPaused, { carrier })
  if (health !== null && health.state !== 'in') return describeHealth(health)
  if (awaySince === null) return fill(t.routes.isUp, { carrier })
  return fill(isAvailable ? t.routes.isAway : t.routes.isAwayTooLong, {
    carrier,
    time: showTime(new Date(awaySince)),
    seconds: failoverSeconds,
  })
}

/** Why routing does not choose a carrier as usual. */
function describeHealth({ state, reason, until }: CarrierHealth): string {
  if (state === 'in') return t.carriers.healthy
  if (state === 'trial') return fill(t.carriers.onTrial, { reason: reason ?? '' })
  return fill(t.carriers.outOfService, { reason: reason ?? '', time: until === null ? '' : showTime(new Date(until)) })
}

/** The health of a carrier. One that has no traffic is not called healthy. */
export function describeCurrentHealth({
  paused,
  awaySince,
  health,
}: Pick<Provider, 'paused'> & Pick<CarrierState, 'awaySince' | 'health'>): string {
  if (health.state !== 'in') return describeHealth(health)
  if (awaySince !== null) return fill(t.carriers.healthAway, { time: showTime(new Date(awaySince)) })
  return paused ? t.carriers.healthPaused : t.carriers.healthy
}
