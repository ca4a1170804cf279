import { isDeepStrictEqual } from 'node:util'
import { type Carrier, type CarrierEvents, type Pushes, receiptSecret } from '../../carriers/carrier.ts'
import { syncRows } from '../../engine/row-sync.ts'
import { openSecrets, type ProviderSecrets, readSecrets } from '../providers/index.ts'
import { type Holding, startHolding } from './hold.ts'
import type { Routing, RoutingBase } from './model.ts'
import { createOutcomes } from './outcomes.ts'
import { type CarrierState, chooseCarrier, createRouteTable, isAvailable, type Sendable } from './rules.ts'
import { listCarriers, listRoutes, type StoredCarrier } from './store.ts'
import { findLeaseSeconds } from './store-connections.ts'
import { createTrials } from './trials.ts'

/**
 * An unreachable carrier without connections gets one trial message per minute. Its other messages use another route.
 */
const probing = { trialMessages: 1, outSeconds: 60 }

const describe = ({ kind, settings, secrets }: StoredCarrier) =>
  JSON.stringify([kind, settings, secrets.toString('base64')])

/** Since when all connections have been down; null while one is up, or for a carrier without connections. */
export function awaySince({ connections }: Pick<StoredCarrier, 'connections'>): Date | null {
  if (connections.length === 0 || connections.some(({ downSince }) => downSince === null)) return null
  return new Date(Math.max(...connections.map(({ downSince }) => downSince?.getTime() ?? 0)))
}

export async function openRouting(ctx: RoutingBase, simulated: Carrier | null): Promise<Routing> {
  let listen: ((name: string) => CarrierEvents) | null = null
  let holding: Holding | null = null
  let carrierStates: ReadonlyMap<string, CarrierState> = new Map()
  let available: ReadonlySet<string> = new Set()
  /** Unreachable carriers without connections. Only a trial message can show that they are reachable again. */
  let probed: ReadonlySet<string> = new Set()
  let table = createRouteTable([])
  /** A connection whose lease ends is down, without a change of its row. */
  let leaseMs = Number.POSITIVE_INFINITY
  const outcomes = createOutcomes(ctx.db, ctx.clock)
  const trials = createTrials()
  /** Changed or removed carriers that are still stopping. Their successors wait for the connections. */
  const ending = new Set<Carrier>()
  const openedWith = new WeakMap<Carrier, { kind: string; secrets: ProviderSecrets; pushes: Pushes | null }>()

  async function list(): Promise<StoredCarrier[]> {
    const [carriers, routes, leaseSeconds] = await Promise.all([
      listCarriers(ctx.db),
      listRoutes(ctx.db),
      findLeaseSeconds(ctx.db),
    ])
    table = createRouteTable(routes)
    leaseMs = leaseSeconds === null ? Number.POSITIVE_INFINITY : leaseSeconds * 1_000
    return carriers
  }

  function evaluate(rows: readonly StoredCarrier[]): void {
    const now = ctx.clock.now()
    carrierStates = new Map(rows.map((row) => [row.name, { ...row, awaySince: awaySinceOf(row, now) }]))
    available = new Set([...carrierStates].filter(([, one]) => isAvailable(one, now)).map(([name]) => name))
    const onTrial = rows
      .filter(({ health }) => health.state === 'trial')
      .map((row) => ({ name: row.name, since: row.health.since, ...row.healthSettings }))
    const unreached = rows.flatMap((row) => {
      const { name, connections, paused, health } = row
      const since = carrierStates.get(name)?.awaySince ?? null
      const cannotProbe = connections.length > 0 || readSecrets(ctx, row) === null
      return cannotProbe || since === null || paused || health.state !== 'in' || available.has(name)
        ? []
        : [{ name, since, ...probing }]
    })
    probed = new Set(unreached.map(({ name }) => name))
    trials.keep([...onTrial, ...unreached], now)
  }

  function awaySinceOf(row: StoredCarrier, now: Date): Date | null {
    if (readSecrets(ctx, row) === null) return carrierStates.get(row.name)?.awaySince ?? now
    return row.connections.length > 0 ? awaySince(row) : awayHereSince(row.name, now)
  }

  /**
   * A carrier without connections reports itself when it became unreachable. A carrier that cannot be opened counts as
   * unreachable.
   */
  function awayHereSince(name: string, now: Date): Date | null {
    if (listen === null) return null
    const carrier = set.find(name)
    return carrier === null ? (carrierStates.get(name)?.awaySince ?? now) : (carrier.awaySince?.() ?? null)
  }

  const set = await syncRows<StoredCarrier, Carrier>({
    changes: ctx.changes,
    topic: 'routing',
    list,
    validMs: () => leaseMs,
    describe,
    async make(row) {
      const kind = ctx.kinds[row.kind]
      if (kind === undefined) throw new Error(`unknown carrier kind ${row.kind}`)
      const secrets = openSecrets(ctx, row)
      const carrier = kind.open(row.name, row.settings, secrets)
      const pushes = kind.openPushes?.(row.settings) ?? null
      openedWith.set(carrier, { kind: row.kind, secrets, pushes })
      if (listen !== null) await carrier.start(listen(row.name))
      return carrier
    },
    change(carrier, row) {
      const { kind, secrets } = openedWith.get(carrier) ?? {}
      if (kind !== row.kind || !isDeepStrictEqual(secrets, openSecrets(ctx, row))) return false
      return carrier.change?.(row.settings) ?? false
    },
    async end(carrier) {
      ending.add(carrier)
      try {
        await carrier.stop()
      } finally {
        ending.delete(carrier)
      }
      await holding?.refresh()
    },
    onFault: (error, carrier) => ctx.log.error({ err: error, carrier }, 'failed to open a carrier'),
    onTick(rows) {
      evaluate(rows)
      void outcomes.write()
    },
  })

  const opened = () => set.rows().flatMap(({ name }) => set.find(name) ?? [])
  const connectable = () => opened().filter(({ name }) => ![...ending].some((one) => one.name === name))
  const isOpen = (name: string) => (available.has(name) || probed.has(name)) && trials.isOpen(name)
  const wouldChoose = (message: Sendable) => chooseCarrier(table.routesOf(message), isOpen) ?? simulated?.name ?? null
  const find = (name: string) => (name === simulated?.name ? simulated : set.find(name))

  ctx.clock.onMove(() => evaluate(set.rows()))
  return {
    hasCarriers: () => simulated !== null || set.rows().length > 0,
    names: () => [...(simulated === null ? [] : [simulated.name]), ...set.rows().map(({ name }) => name)],
    find,
    findPushEndpoint(name, things) {
      const carrier = set.find(name)
      const { secrets, pushes } = (carrier === null ? null : openedWith.get(carrier)) ?? {}
      const [secret, read] = [secrets?.[receiptSecret], pushes?.[things] ?? null]
      return secret === undefined || read === null ? null : { secret, read }
    },
    isReady: (name, lane) => carrierStates.get(name)?.paused !== true && find(name)?.ready(lane) === true,
    isUp(name) {
      if (name === simulated?.name) return listen === null || simulated.ready()
      return carrierStates.get(name)?.awaySince === null
    },
    isAvailable: (name) => name === simulated?.name || available.has(name),
    carrierState: (name) => carrierStates.get(name) ?? null,
    choose(message) {
      const chosen = wouldChoose(message)
      if (chosen !== null) trials.spend(chosen)
      return chosen
    },
    wouldChoose,
    hasOther: (name) => (simulated !== null && name !== simulated.name) || [...available].some((one) => one !== name),
    routesOf: (message) => [...table.routesOf(message)],
    outcomes,
    async refresh() {
      await set.refresh()
      await holding?.refresh()
    },
    async start(events) {
      listen = events
      for (const carrier of [...(simulated === null ? [] : [simulated]), ...opened()])
        await carrier.start(events(carrier.name))
      holding = await startHolding(ctx, connectable, () => [...ending])
    },
    async stop() {
      if (listen !== null) await simulated?.stop()
      await set.stop()
      await holding?.stop()
      await outcomes.write()
    },
  }
}
