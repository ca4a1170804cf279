import type { OverviewCarrier } from '../../../../../src/contract/console/overview.ts'
import type { Provider, ProviderState as State } from '../../../../../src/contract/console/providers.ts'
import type { Queue } from '../../../../../src/contract/console/sms.ts'
import { useAsk } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { showCount, showTime } from '../../../parts/formats.ts'
import { Status } from '../../../parts/text.tsx'
import { fill } from '../../../text.ts'
import { describeProblem } from './problem.ts'

const colours = {
  up: 'green',
  connecting: 'blue',
  paused: 'yellow',
  away: 'red',
  flapping: 'red',
  out: 'red',
  trial: 'yellow',
  unusable: 'red',
} as const satisfies Record<State, string>

export const ProviderState = ({ state }: { readonly state: State }) => (
  <Status value={state} text={t.providers.states[state]} colour={colours[state]} />
)

/** A provider in a list, on its page, or in the overview. */
type Described = Pick<Provider, 'kind' | 'state' | 'since' | 'problem'> &
  Partial<Pick<OverviewCarrier, 'binds' | 'losses'>>

export function bindsOf({ carrier }: Provider): OverviewCarrier['binds'] {
  const connections = carrier?.connections ?? []
  return { up: connections.filter(({ downSince }) => downSince === null).length, total: connections.length }
}

export const describeProvider = (provider: Provider): string =>
  provider.carrier === null
    ? describeState(provider)
    : [
        describeState({
          ...provider,
          binds: bindsOf(provider),
          losses: Math.max(0, ...provider.carrier.connections.map(({ losses }) => losses)),
        }),
        ...(provider.carrier.throttles > 0 ? [fill(t.overview.throttled, { count: provider.carrier.throttles })] : []),
      ].join(' ')

/** The state in sentences. Only carriers have binds. */
export function describeState({ kind, state, since, problem, binds, losses = 0 }: Described): string {
  const time = since === null ? '' : showTime(new Date(since))
  switch (state) {
    case 'paused':
      if (binds === undefined) return t.providers.pausedAbout
      return `${t.carriers.states.paused} ${binds.up > 0 || binds.total === 0 ? '' : t.overview.alsoDown}`.trim()
    case 'away':
      if (binds === undefined)
        return `${fill(t.overview.providerAway, { time })} ${problem === null ? '' : describeProblem(problem)}`.trim()
      return `${fill(t.carriers.awaySince, { time })} ${describeAbsence(problem, binds)}`
    case 'flapping':
      return fill(t.carriers.flapping, { count: losses })
    case 'out':
      return fill(t.overview.out, { time, reason: problem ?? '' })
    case 'trial':
      return fill(t.carriers.onTrial, { reason: problem ?? '' })
    case 'unusable':
      return binds === undefined ? t.overview.providerUnusable : t.carriers.away.secret
    case 'connecting':
      return t.carriers.states.connecting
    case 'up':
      if (binds === undefined) return t.overview.providerUp
      if (kind === 'simulator') return t.overview.simulated
      return binds.up < binds.total ? fill(t.overview.bindsPartly, binds) : t.carriers.states.ready
  }
}

function describeAbsence(problem: string | null, binds: OverviewCarrier['binds']): string {
  if (problem !== null) return describeProblem(problem)
  return binds.total === 0 ? t.carriers.away.unreachable : t.carriers.away.unowned
}

export const accountText = ({ product, accountId }: Provider): string =>
  product === 'sms'
    ? t.providers.byRoute
    : accountId === null
      ? t.providers.allAccounts
      : fill(t.providers.accountNumbered, { id: accountId })

export const useQueues = () => useAsk('GET /queues', {}, { everySeconds: 5 })

/** The number of queued messages of a carrier; null until the queues are read. */
export function waitingFor(queues: readonly Queue[] | undefined, carrier: string): string | null {
  if (queues === undefined) return null
  const own = queues.filter((queue) => queue.carrier === carrier)
  const count = own.reduce((sum, { messages }) => sum + messages, 0)
  return own.some(({ more }) => more) ? fill(t.carriers.approximate, { count }) : showCount(count)
}
