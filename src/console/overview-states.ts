import type { OverviewCarrierState } from '../contract/console/overview.ts'
import type { ShownProvider } from '../modules/providers/index.ts'
import { mostLosses, type ShownCarrier } from '../modules/routing/index.ts'
import { because, showTime } from './sentences.ts'

/** States of carriers and providers in words, for operators. */

interface CarrierStanding {
  readonly state: OverviewCarrierState
  readonly since: Date | null
  readonly reason: string | null
  readonly text: string
}

type CarrierFacts = Pick<
  ShownCarrier,
  'name' | 'paused' | 'secretsUnreadable' | 'awaySince' | 'flapping' | 'connections' | 'health'
>

/** A paused carrier is intended, so it is never called down; a disconnected one is never called up. */
export function judgeCarrier(carrier: CarrierFacts): CarrierStanding {
  const { paused, secretsUnreadable, awaySince, connections, health } = carrier
  const disconnected =
    awaySince === null ? '' : `Disconnected since ${showTime(awaySince)}${because(whyAway(carrier))}.`
  if (paused) {
    const text = `Paused: it gets no messages. ${disconnected || 'It stays connected for delivery receipts.'}`
    return { state: 'paused', since: null, reason: null, text }
  }
  if (secretsUnreadable)
    return { state: 'unusable', since: awaySince, reason: null, text: 'Its password cannot be read. Set it again.' }
  if (carrier.flapping && health.state === 'in') {
    const text = `A bind was lost ${mostLosses(connections)} times in five minutes. ${disconnected || describeBinds(carrier)}`
    return { state: 'flapping', since: null, reason: null, text }
  }
  if (isConnecting(carrier)) return { state: 'connecting', since: null, reason: null, text: 'Connecting.' }
  if (awaySince !== null) return { state: 'down', since: awaySince, reason: null, text: disconnected }
  const { state, reason, since, until } = health
  if (state === 'out') {
    const text = `Out of rotation since ${showTime(since)}${because(reason)}.${until === null ? '' : ` Next trial: ${showTime(until)}.`}`
    return { state, since, reason, text }
  }
  if (state === 'trial') {
    const text = `On trial with a few messages since ${showTime(since)}${because(reason)}.`
    return { state, since, reason, text }
  }
  return { state: 'up', since: null, reason: null, text: describeBinds(carrier) }
}

/** A process holds its binds, and none has failed yet. */
const isConnecting = ({ awaySince, connections }: CarrierFacts) =>
  awaySince !== null &&
  connections.length > 0 &&
  connections.every(({ problem, owner }) => problem === null && owner !== null)

function whyAway({ connections }: CarrierFacts): string | null {
  if (connections.length === 0) return 'it is unreachable, or it rejects the credentials'
  if (connections.every(({ owner }) => owner === null))
    return 'no process has claimed it; check that a worker is running'
  return connections.find((one) => one.problem !== null)?.problem ?? null
}

function describeBinds({ connections }: CarrierFacts): string {
  const up = connections.filter(({ downSince }) => downSince === null).length
  return up === connections.length ? 'Connected.' : `Connected with ${up} of ${connections.length} binds.`
}

type ProviderFacts = Pick<ShownProvider, 'paused' | 'health'>

export function judgeProvider({ paused, health: { state, since, problem } }: ProviderFacts) {
  if (paused) return { state: 'paused', text: 'Paused: it gets no new work.' } as const
  if (state === 'unusable') return { state, text: 'Its settings or secrets are unusable. Set them again.' } as const
  if (state === 'up' || since === null) return { state, text: 'Available.' } as const
  return { state, text: `Has not answered since ${showTime(since)}${because(problem)}.` } as const
}
