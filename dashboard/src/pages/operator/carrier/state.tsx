import type { Carrier } from '../../../../../src/contract/console/routing.ts'
import type { Queue } from '../../../../../src/contract/console/sms.ts'
import { useAsk } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { showCount, showTime } from '../../../parts/formats.ts'
import { Status } from '../../../parts/text.tsx'
import { fill } from '../../../text.ts'
import { describeHealth } from '../route/describe.ts'
import { describeProblem } from './problem.ts'

const isUp = ({ downSince }: { readonly downSince: string | null }) => downSince === null
const bindsUp = ({ connections }: Carrier) => connections.filter(isUp).length

/** Its binds are claimed and none has failed yet. */
const isConnecting = ({ awaySince, connections, secretsUnreadable }: Carrier) =>
  awaySince !== null &&
  !secretsUnreadable &&
  connections.length > 0 &&
  connections.every(({ problem, owner }) => problem === null && owner !== null)

type State = 'ready' | 'connecting' | 'paused' | 'away' | 'flapping' | 'out' | 'on trial'

function stateOf(carrier: Carrier): State {
  if (carrier.paused) return 'paused'
  if (carrier.health.state === 'out') return 'out'
  if (carrier.flapping && carrier.health.state === 'in') return 'flapping'
  if (isConnecting(carrier)) return 'connecting'
  if (carrier.awaySince !== null) return 'away'
  return carrier.health.state === 'trial' ? 'on trial' : 'ready'
}

const colourOf = {
  ready: 'green',
  connecting: 'blue',
  paused: 'yellow',
  away: 'red',
  flapping: 'red',
  out: 'red',
  'on trial': 'yellow',
} as const

export function CarrierState({ carrier }: { readonly carrier: Carrier }) {
  const state = stateOf(carrier)
  return <Status value={state} colour={colourOf[state]} />
}

/** The reasons of the state, in sentences. */
export function describeState(carrier: Carrier): string {
  const { awaySince, connections, flapping, health, throttles } = carrier
  const state = stateOf(carrier)
  const sentences = [
    ...(flapping ? [fill(t.carriers.flapping, { count: Math.max(...connections.map(({ losses }) => losses)) })] : []),
    ...(state === 'away' || state === 'flapping'
      ? []
      : [state === 'out' || state === 'on trial' ? describeHealth(health) : t.carriers.states[state]]),
    ...(state === 'paused' && awaySince === null ? [t.carriers.pausedConnected] : []),
    ...(awaySince !== null && ['away', 'flapping', 'paused', 'out'].includes(state)
      ? [fill(t.carriers.awaySince, { time: showTime(new Date(awaySince)) }), describeAbsence(carrier)]
      : []),
    ...(throttles > 0 ? [fill(t.carriers.throttled, { count: throttles })] : []),
  ]
  return sentences.join(' ')
}

function describeAbsence({ connections, secretsUnreadable }: Carrier): string {
  const problem = connections.find((one) => one.problem !== null)?.problem ?? null
  if (secretsUnreadable) return t.carriers.away.secret
  if (connections.length === 0) return t.carriers.away.unreachable
  if (connections.every(({ owner }) => owner === null)) return t.carriers.away.unowned
  return problem === null ? t.carriers.away.connecting : describeProblem(problem)
}

/** `1 of 2`; null for a carrier without binds. */
export function showBinds(carrier: Carrier): string | null {
  const total = carrier.connections.length
  return total === 0 ? null : fill(t.carriers.bindsOf, { up: bindsUp(carrier), total })
}

export const useQueues = () => useAsk('GET /queues', {}, { everySeconds: 5 })

/** The number of queued messages of a carrier; null until the queues are read. */
export function waitingFor(queues: readonly Queue[] | undefined, carrier: string): string | null {
  if (queues === undefined) return null
  const own = queues.filter((queue) => queue.carrier === carrier)
  const count = own.reduce((sum, { messages }) => sum + messages, 0)
  return own.some(({ more }) => more) ? fill(t.carriers.approximate, { count }) : showCount(count)
}
