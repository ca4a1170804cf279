import type { OverviewCarrier, OverviewProvider } from '../../../../../src/contract/console/overview.ts'
import type { Queue } from '../../../../../src/contract/console/sms.ts'
import { showTime } from '../../../parts/formats.ts'
import { fill, t } from '../../../text.ts'

export const carrierColours = {
  up: 'green',
  connecting: 'blue',
  paused: 'yellow',
  down: 'red',
  out: 'red',
  trial: 'yellow',
  unusable: 'red',
} as const satisfies Record<OverviewCarrier['state'], string>

/** The name of a carrier. The simulated network has no page of its own. */
export const carrierName = (name: string) => (name === 'simulator' ? t.queues.simulated : name)

/** The state of a carrier in sentences. */
export function describeCarrier(carrier: OverviewCarrier): string {
  const { kind, state, since, reason, binds } = carrier
  switch (state) {
    case 'paused':
      return `${t.carriers.states.paused} ${binds.up > 0 || binds.total === 0 ? '' : t.overview.alsoDown}`.trim()
    case 'down':
      return `${fill(t.carriers.awaySince, { time: timeOf(since) })} ${describeAbsence(carrier)}`
    case 'out':
      return fill(t.overview.out, { time: timeOf(since), reason: reason ?? '' })
    case 'trial':
      return fill(t.carriers.onTrial, { reason: reason ?? '' })
    case 'unusable':
      return t.carriers.away.secret
    case 'connecting':
      return t.carriers.states.connecting
    case 'up':
      if (kind === 'simulator') return t.overview.simulated
      return binds.up < binds.total ? fill(t.overview.bindsPartly, binds) : t.carriers.states.ready
  }
}

const timeOf = (since: string | null) => (since === null ? '' : showTime(new Date(since)))

function describeAbsence({ binds, problems }: OverviewCarrier): string {
  const problem = problems.find((one) => one.problem !== null)?.problem ?? null
  if (problem !== null) return fill(t.carriers.problem, { problem })
  return binds.total === 0 ? t.carriers.away.unreachable : t.carriers.away.unowned
}

export const providerColours = {
  up: 'green',
  away: 'red',
  out: 'red',
  trial: 'yellow',
  unusable: 'red',
  paused: 'yellow',
} as const satisfies Record<OverviewProvider['state'], string>

export function describeProvider({ state, since, problem }: OverviewProvider): string {
  if (state === 'paused') return t.providers.pausedAbout
  if (state === 'unusable') return t.overview.providerUnusable
  if (state === 'up') return t.overview.providerUp
  const absence = fill(t.overview.providerAway, { time: timeOf(since) })
  return problem === null ? absence : `${absence} ${fill(t.carriers.problem, { problem })}`
}

/** Why the messages of a queue wait; null when nothing delays them. */
export function describeCause({ carrier: name, cause }: Queue, carriers: readonly OverviewCarrier[]): string | null {
  if (cause === null) return null
  if (cause !== 'carrier') return t.overview.causes[cause]
  const carrier = carriers.find((one) => one.name === name)
  return carrier === undefined ? t.overview.causes.removed : describeCarrier(carrier)
}
