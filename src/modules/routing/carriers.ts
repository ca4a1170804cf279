import { type CarrierKind, type PushedThing, pushPath, receiptSecret } from '../../carriers/carrier.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { because, showTime } from '../../values/sentences.ts'
import { type Managing, type ProviderSecrets, readSecrets, type Standing, takesCallbacks } from '../providers/index.ts'
import type { RoutingContext } from './model.ts'
import { awaySince } from './routing.ts'
import { isFlapping, mostLosses } from './rules.ts'
import { deleteOutcomesOf, listCarriers, putConnections, type StoredCarrier } from './store.ts'
import { countThrottles } from './store-health.ts'

/** How carriers are managed, as the providers of SMS. Routes choose them by account, prefix, sender ID and lane. */
export function managingOfCarriers(
  ctx: RoutingContext,
  countWaiting: (db: Queryable, carrier: string) => Promise<number>,
): Managing {
  const kinds = Object.fromEntries(
    Object.entries(ctx.kinds).map(([name, kind]) => [
      name,
      { ...kind, takesCallbacks: (settings: unknown) => takesPushes(kind, settings) },
    ]),
  )
  return {
    product: 'sms',
    kinds,
    urlSecret: receiptSecret,
    refresh: ctx.routing.refresh,
    countOpen: countWaiting,
    prepare({ name, kind, settings, secrets }) {
      const count = ctx.kinds[kind]?.open(name, settings, secrets).connections?.count ?? 0
      return (tx, now) => putConnections(tx, name, count, now)
    },
    onRemove: deleteOutcomesOf,
    async standings() {
      const shown = new Map((await showCarriers(ctx)).map((one) => [one.name, one]))
      return ({ name }, secrets) => {
        const found = shown.get(name)
        if (found === undefined) return null
        return {
          ...classifyCarrier(found),
          callbackUrl: pushUrlOf('receipts', ctx, found, secrets ?? {}),
          messageUrl: pushUrlOf('messages', ctx, found, secrets ?? {}),
          carrier: describe(found),
        }
      }
    },
  }
}

/** A carrier with its state on all processes. */
export interface ShownCarrier extends StoredCarrier {
  readonly secretsUnreadable: boolean
  /** Null while it is connected. */
  readonly awaySince: Date | null
  /** Whether one of its binds was lost several times in the last five minutes. */
  readonly flapping: boolean
  /** How often it throttled in the last five minutes. */
  readonly throttles: number
}

const throttlesMs = 300_000

export async function showCarriers(ctx: RoutingContext): Promise<ShownCarrier[]> {
  const since = new Date(ctx.clock.now().getTime() - throttlesMs)
  const [stored, throttled] = await Promise.all([listCarriers(ctx.db), countThrottles(ctx.db, since)])
  return stored.map((one) => {
    const secretsUnreadable = readSecrets(ctx, one) === null
    const isBound = one.connections.length > 0 && !secretsUnreadable
    return {
      ...one,
      secretsUnreadable,
      awaySince: isBound ? awaySince(one) : (ctx.routing.carrierState(one.name)?.awaySince ?? null),
      flapping: isFlapping(one.connections),
      throttles: throttled.get(one.name) ?? 0,
    }
  })
}

function describe(shown: ShownCarrier): Standing['carrier'] {
  const { failoverSeconds, awaySince, flapping, throttles, health, connections } = shown
  return { failoverSeconds, awaySince, flapping, throttles, health, connections }
}

const takesPushes = (kind: CarrierKind, settings: unknown, things?: PushedThing): boolean => {
  const pushes = kind.openPushes?.(settings)
  return things === undefined
    ? Object.values(pushes ?? {}).some((read) => read !== null)
    : (pushes?.[things] ?? null) !== null
}

/** Null when the carrier pushes no such things. Without an origin when the public URL is not configured. */
function pushUrlOf(
  things: PushedThing,
  { kinds, config }: RoutingContext,
  { name, kind: kindName, settings }: StoredCarrier,
  secrets: ProviderSecrets,
): string | null {
  const [secret, kind] = [secrets[receiptSecret], kinds[kindName]]
  if (secret === undefined || kind === undefined) return null
  const isPushing = takesCallbacks({ ...kind, takesCallbacks: (given) => takesPushes(kind, given, things) }, settings)
  return isPushing ? `${config.publicUrl ?? ''}${pushPath(name, things, secret)}` : null
}

type CarrierStanding = Pick<Standing, 'state' | 'since' | 'problem' | 'status'>
type CarrierFacts = Pick<
  ShownCarrier,
  'paused' | 'secretsUnreadable' | 'awaySince' | 'flapping' | 'connections' | 'health'
>

/** A paused carrier is intended, so it is never called down; a disconnected one is never called up. */
export function classifyCarrier(carrier: CarrierFacts): CarrierStanding {
  const { paused, secretsUnreadable, awaySince: since, connections, health } = carrier
  const problem = connections.find((one) => one.problem !== null)?.problem ?? null
  const disconnected =
    since === null ? '' : `Disconnected since ${showTime(since)}${because(problem ?? whyAway(carrier))}.`
  if (paused) {
    const status = `Paused: it gets no messages. ${disconnected || 'It stays connected for delivery receipts.'}`
    return { state: 'paused', since: null, problem: null, status }
  }
  if (secretsUnreadable)
    return { state: 'unusable', since, problem: null, status: 'Its password cannot be read. Set it again.' }
  if (carrier.flapping && health.state === 'in') {
    const status = `A bind was lost ${mostLosses(connections)} times in five minutes. ${disconnected || describeBinds(carrier)}`
    return { state: 'flapping', since: null, problem: null, status }
  }
  if (isConnecting(carrier)) return { state: 'connecting', since: null, problem: null, status: 'Connecting.' }
  if (since !== null) return { state: 'away', since, problem, status: disconnected }
  const { state, reason, until } = health
  if (state === 'out') {
    const status = `Out of rotation since ${showTime(health.since)}${because(reason)}.${until === null ? '' : ` Next trial: ${showTime(until)}.`}`
    return { state, since: health.since, problem: reason, status }
  }
  if (state === 'trial') {
    const status = `On trial with a few messages since ${showTime(health.since)}${because(reason)}.`
    return { state, since: health.since, problem: reason, status }
  }
  return { state: 'up', since: null, problem: null, status: describeBinds(carrier) }
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
  return null
}

function describeBinds({ connections }: CarrierFacts): string {
  const up = connections.filter(({ downSince }) => downSince === null).length
  return up === connections.length ? 'Connected.' : `Connected with ${up} of ${connections.length} binds.`
}
