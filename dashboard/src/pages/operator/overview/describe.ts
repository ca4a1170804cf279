import type { OverviewCarrier, OverviewProvider } from '../../../../../src/contract/console/overview.ts'
import type { Queue } from '../../../../../src/contract/console/sms.ts'
import { t } from '../../../operator-text.ts'
import { showTime } from '../../../parts/formats.ts'
import { fill } from '../../../text.ts'
import { describeProblem } from '../carrier/problem.ts'
import { showDuration } from '../simulator.ts'

export const carrierColours = {
  up: 'green',
  connecting: 'blue',
  paused: 'yellow',
  down: 'red',
  flapping: 'red',
  out: 'red',
  trial: 'yellow',
  unusable: 'red',
} as const satisfies Record<OverviewCarrier['state'], string>

/** The state of a carrier in sentences. */
export function describeCarrier(carrier: OverviewCarrier): string {
  const { kind, state, since, reason, binds, losses } = carrier
  switch (state) {
    case 'paused':
      return `${t.carriers.states.paused} ${binds.up > 0 || binds.total === 0 ? '' : t.overview.alsoDown}`.trim()
    case 'down':
      return `${fill(t.carriers.awaySince, { time: timeOf(since) })} ${describeAbsence(carrier)}`
    case 'flapping':
      return fill(t.carriers.flapping, { count: losses })
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
  if (problem !== null) return describeProblem(problem)
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
  return problem === null ? absence : `${absence} ${describeProblem(problem)}`
}

/** A full window delays messages: the carrier answers slower than they arrive. */
export const isNearlyFull = ({ window }: OverviewCarrier) => window !== null && window.used >= window.size * 0.8

/** Why the messages of a queue wait; null when nothing delays them. */
export function describeCause({ carrier: name, cause }: Queue, carriers: readonly OverviewCarrier[]): string | null {
  const carrier = carriers.find((one) => one.name === name)
  if (cause === null) return carrier !== undefined && isNearlyFull(carrier) ? t.overview.causes.full : null
  if (cause !== 'carrier') return t.overview.causes[cause]
  if (carrier === undefined) return t.overview.causes.removed
  return carrier.state === 'paused' ? t.overview.causes.paused : describeCarrier(carrier)
}

/** How long the oldest message has been due. */
export const showAge = (oldestDueAt: string | null, at: string): string =>
  oldestDueAt === null ? '–' : showDuration(Math.max(0, Math.floor((Date.parse(at) - Date.parse(oldestDueAt)) / 1_000)))
