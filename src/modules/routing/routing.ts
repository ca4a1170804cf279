import type { Carrier, CarrierEvents, Lane } from '../../carriers/carrier.ts'
import { keepInStep } from '../../engine/in-step.ts'
import { openSecretsOf } from './carrier-secrets.ts'
import type { RoutingBase } from './context.ts'
import { type Holding, startHolding } from './hold.ts'
import { chooseCarrier, createRouteTable, isAvailable, type Route, type Standing } from './rules.ts'
import { listCarriers, listRoutes, type StoredCarrier } from './store.ts'

/** The carriers there are, those that operators set up and in staging the simulated network, and which of them a number goes to. */
export interface Routing {
  /** Whether there is any carrier at all. */
  hasCarriers(): boolean
  names(): readonly string[]
  /** Opened in this process; null where there is none of that name, or its settings can't be used. */
  find(name: string): Carrier | null
  /** Whether this process may hand it messages of a lane now. */
  isReady(name: string, lane?: Lane): boolean
  /** Whether it is up, on whichever process. */
  isUp(name: string): boolean
  /** Whether it is worth waiting for. */
  isAvailable(name: string): boolean
  /** As far as this process knows; null where no operator set it up. */
  standing(name: string): Standing | null
  /** Null when no route leads to the number. */
  choose(accountId: number, phone: string): string | null
  /** All that it could take, the best first; empty in staging too, where the simulated network takes what no route does. */
  routesOf(accountId: number, phone: string): readonly Route[]
  /** A change that was just made is known here at once; on other processes a second later. */
  refresh(): Promise<void>
  /** Carriers may speak from now on, and where they are to, connect. Each is listened to from its opening. */
  start(listen: (name: string) => CarrierEvents): Promise<void>
  /** Ends all connections. What they had under way is answered first. */
  stop(): Promise<void>
}

const describe = ({ kind, settings, secrets }: StoredCarrier) => JSON.stringify([kind, settings, secrets.toString('base64')])

/** Since when no connection is up; null while one is, or it needs none. */
export function awaySince({ connections, changedAt }: StoredCarrier): Date | null {
  if (connections.length === 0 || connections.some(({ downSince }) => downSince === null)) return null
  return new Date(Math.max(changedAt.getTime(), ...connections.map(({ downSince }) => downSince?.getTime() ?? 0)))
}

export async function openRouting(ctx: RoutingBase, simulated: Carrier | null): Promise<Routing> {
  let listen: ((name: string) => CarrierEvents) | null = null
  let holding: Holding | null = null
  let standings: ReadonlyMap<string, Standing> = new Map()
  let available: ReadonlySet<string> = new Set()
  let table = createRouteTable([])
  /** A carrier that was changed keeps its connections until its former self has ended. */
  const ending = new Map<string, number>()

  async function list(): Promise<StoredCarrier[]> {
    const [carriers, routes] = await Promise.all([listCarriers(ctx.db), listRoutes(ctx.db)])
    table = createRouteTable(routes)
    return carriers
  }

  function judge(rows: readonly StoredCarrier[]): void {
    const now = ctx.clock.now()
    standings = new Map(rows.map((row) => [row.name, { ...row, awaySince: awaySince(row) }]))
    available = new Set([...standings].filter(([, one]) => isAvailable(one, now)).map(([name]) => name))
  }

  const set = await keepInStep<StoredCarrier, Carrier>({
    list,
    describe,
    async make(row) {
      const kind = ctx.kinds[row.kind]
      if (kind === undefined) throw new Error(`there is no kind of carrier called ${row.kind}`)
      const carrier = kind.open(row.name, row.settings, openSecretsOf(ctx, row))
      if (listen !== null) await carrier.start(listen(row.name))
      return carrier
    },
    async end(carrier) {
      const { name } = carrier
      ending.set(name, (ending.get(name) ?? 0) + 1)
      await carrier.stop()
      ending.set(name, (ending.get(name) ?? 1) - 1)
      await holding?.look()
    },
    onFault: (error, carrier) => ctx.log.error({ err: error, carrier }, 'a carrier can not be used'),
    onLook: judge,
  })

  const opened = () => set.rows().flatMap(({ name }) => set.find(name) ?? [])
  const connectable = () => opened().filter(({ name }) => (ending.get(name) ?? 0) === 0)
  const find = (name: string) => (name === simulated?.name ? simulated : set.find(name))
  const isKnownAvailable = (name: string) => available.has(name)

  ctx.clock.onMove(() => judge(set.rows()))
  return {
    hasCarriers: () => simulated !== null || set.rows().length > 0,
    names: () => [...(simulated === null ? [] : [simulated.name]), ...set.rows().map(({ name }) => name)],
    find,
    isReady: (name, lane) => standings.get(name)?.paused !== true && find(name)?.ready(lane) === true,
    isUp(name) {
      if (name === simulated?.name) return listen === null || simulated.ready()
      return standings.get(name)?.awaySince === null
    },
    isAvailable: (name) => name === simulated?.name || available.has(name),
    standing: (name) => standings.get(name) ?? null,
    choose: (accountId, phone) => chooseCarrier(table.routesOf(accountId, phone), isKnownAvailable) ?? simulated?.name ?? null,
    routesOf: (accountId, phone) => [...table.routesOf(accountId, phone)],
    async refresh() {
      await set.refresh()
      await holding?.look()
    },
    async start(events) {
      listen = events
      for (const carrier of [...(simulated === null ? [] : [simulated]), ...opened()]) await carrier.start(events(carrier.name))
      holding = await startHolding(ctx, connectable)
    },
    async stop() {
      if (listen !== null) await simulated?.stop()
      await set.stop()
      await holding?.stop()
    },
  }
}
