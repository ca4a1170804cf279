import { type Carrier, type CarrierEvents, type Lane, type ReadPush, receiptSecret } from '../../carriers/carrier.ts'
import { keepInStep } from '../../engine/in-step.ts'
import { openSecretsOf } from './carrier-secrets.ts'
import type { RoutingBase } from './context.ts'
import { healthSettingsOf } from './health.ts'
import { type Holding, startHolding } from './hold.ts'
import { chooseCarrier, createRouteTable, isAvailable, type Route, type Sendable, type Standing } from './rules.ts'
import { listCarriers, listRoutes, type StoredCarrier } from './store.ts'
import { addOutcomes } from './store-health.ts'

/** The carriers there are, those that operators set up and in staging the simulated network, and which of them a number goes to. */
export interface Routing {
  /** Whether there is any carrier at all. */
  hasCarriers(): boolean
  names(): readonly string[]
  /** Opened in this process; null where there is none of that name, or its settings can't be used. */
  find(name: string): Carrier | null
  /** Where its receipts are pushed to us; null where there is no carrier of that name, or its receipts come another way. */
  findReceiptDoor(name: string): ReceiptDoor | null
  /** Whether this process may hand it messages of a lane now. */
  isReady(name: string, lane?: Lane): boolean
  /** Whether it is up, on whichever process. */
  isUp(name: string): boolean
  /** Whether it is worth waiting for. */
  isAvailable(name: string): boolean
  /** As far as this process knows; null where no operator set it up. */
  standing(name: string): Standing | null
  /** Null when no route leads to the number. */
  choose(message: Sendable): string | null
  /** Who takes what no route leads to: in staging the simulated network, and otherwise nobody. */
  readonly fallback: string | null
  /** All that it could take, the best first; empty in staging too, where the simulated network takes what no route does. */
  routesOf(message: Sendable): readonly Route[]
  /** What a carrier answered: that it took a message, or why not. */
  note(name: string, wasTaken: boolean): void
  /** A change that was just made is known here at once; on other processes a second later. */
  refresh(): Promise<void>
  /** Carriers may speak from now on, and where they are to, connect. Each is listened to from its opening. */
  start(listen: (name: string) => CarrierEvents): Promise<void>
  /** Ends all connections. What they had under way is answered first. */
  stop(): Promise<void>
}

/** How to know whoever pushes receipts, and to read what they push. */
export interface ReceiptDoor {
  readonly secret: string
  readonly read: ReadPush
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
  let outcomes = new Map<string, { taken: number; errors: number }>()
  let outcomesSince = ctx.clock.now()
  /** How many messages may still try a carrier that is on trial. A trial is known by when it began. */
  let trials: ReadonlyMap<string, { readonly since: Date; left: number }> = new Map()
  /** A carrier that was changed keeps its connections until its former self has ended. */
  const ending = new Map<string, number>()
  const doors = new WeakMap<Carrier, ReceiptDoor>()

  async function list(): Promise<StoredCarrier[]> {
    const [carriers, routes] = await Promise.all([listCarriers(ctx.db), listRoutes(ctx.db)])
    table = createRouteTable(routes)
    return carriers
  }

  function judge(rows: readonly StoredCarrier[]): void {
    const now = ctx.clock.now()
    standings = new Map(rows.map((row) => [row.name, { ...row, awaySince: row.connections.length > 0 ? awaySince(row) : awayHereSince(row.name, now) }]))
    available = new Set([...standings].filter(([, one]) => isAvailable(one, now)).map(([name]) => name))
    const onTrial = rows.filter(({ health }) => health.state === 'trial')
    trials = new Map(onTrial.map((row) => [row.name, trialOf(row)]))
  }

  /** One that any process may speak to at any time is away when this process can't. Where nothing is sent from, nobody can tell. */
  function awayHereSince(name: string, now: Date): Date | null {
    if (listen === null || (set.find(name)?.ready() ?? true)) return null
    return standings.get(name)?.awaySince ?? now
  }

  function trialOf(row: StoredCarrier) {
    const before = trials.get(row.name)
    const { since } = row.health
    return before?.since.getTime() === since.getTime() ? before : { since, left: healthSettingsOf(row).trialMessages }
  }

  /** A carrier on trial gets a few messages, and no more until they were judged. */
  function mayTake(name: string): boolean {
    if (!available.has(name)) return false
    const trial = trials.get(name)
    if (trial === undefined) return true
    trial.left -= 1
    return trial.left >= 0
  }

  /** What can't be counted now is not counted: it is only a share that is looked at. */
  async function countUp(): Promise<void> {
    if (outcomes.size === 0) return
    const counted = outcomes
    outcomes = new Map()
    await addOutcomes(ctx.db, counted, outcomesSince).catch(() => {})
  }

  const set = await keepInStep<StoredCarrier, Carrier>({
    list,
    describe,
    async make(row) {
      const kind = ctx.kinds[row.kind]
      if (kind === undefined) throw new Error(`there is no kind of carrier called ${row.kind}`)
      const secrets = openSecretsOf(ctx, row)
      const carrier = kind.open(row.name, row.settings, secrets)
      const { [receiptSecret]: secret } = secrets
      const read = kind.openPushes?.(row.settings) ?? null
      if (secret !== undefined && read !== null) doors.set(carrier, { secret, read })
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
    onLook(rows) {
      judge(rows)
      void countUp()
    },
  })

  const opened = () => set.rows().flatMap(({ name }) => set.find(name) ?? [])
  const connectable = () => opened().filter(({ name }) => (ending.get(name) ?? 0) === 0)
  const find = (name: string) => (name === simulated?.name ? simulated : set.find(name))

  ctx.clock.onMove(() => judge(set.rows()))
  return {
    fallback: simulated?.name ?? null,
    hasCarriers: () => simulated !== null || set.rows().length > 0,
    names: () => [...(simulated === null ? [] : [simulated.name]), ...set.rows().map(({ name }) => name)],
    find,
    findReceiptDoor(name) {
      const carrier = set.find(name)
      return carrier === null ? null : (doors.get(carrier) ?? null)
    },
    isReady: (name, lane) => standings.get(name)?.paused !== true && find(name)?.ready(lane) === true,
    isUp(name) {
      if (name === simulated?.name) return listen === null || simulated.ready()
      return standings.get(name)?.awaySince === null
    },
    isAvailable: (name) => name === simulated?.name || available.has(name),
    standing: (name) => standings.get(name) ?? null,
    choose: (message) => chooseCarrier(table.routesOf(message), mayTake) ?? simulated?.name ?? null,
    routesOf: (message) => [...table.routesOf(message)],
    note(name, wasTaken) {
      if (outcomes.size === 0) outcomesSince = ctx.clock.now()
      const counts = outcomes.get(name) ?? { taken: 0, errors: 0 }
      counts[wasTaken ? 'taken' : 'errors'] += 1
      outcomes.set(name, counts)
    },
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
      await countUp()
    },
  }
}
