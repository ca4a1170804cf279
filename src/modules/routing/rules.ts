/** Which numbers a carrier gets. */
export interface Route {
  readonly id: number
  /** Null: of all accounts. */
  readonly accountId: number | null
  /** What a number begins with; empty: all numbers. */
  readonly prefix: string
  readonly carrier: string
  /** Among those with the same prefix the lower goes first. */
  readonly place: number
}

/** How a carrier is, as far as all processes know. */
export interface Standing {
  readonly paused: boolean
  readonly failoverSeconds: number
  /** Null while it is up. */
  readonly awaySince: Date | null
}

/** Whether it is worth waiting for. One that was away only for a moment will be back, and its messages wait. */
export function isAvailable({ paused, failoverSeconds, awaySince }: Standing, now: Date): boolean {
  if (paused) return false
  return awaySince === null || now.getTime() - awaySince.getTime() < failoverSeconds * 1_000
}

/** The routes of one account, or those of all, by prefix. */
interface Rules {
  readonly byPrefix: ReadonlyMap<string, readonly Route[]>
  /** The lengths that prefixes have, the longest first. */
  readonly lengths: readonly number[]
}

export interface RouteTable {
  /** All routes that a number may take, the best first: the account's own come before those of all, longer prefixes before shorter ones. */
  routesOf(accountId: number, phone: string): Generator<Route>
}

const everybody = 0

/** Made once for each change of the routes, because every recipient of every send is looked up in it. */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  const accounts = new Map<number, Rules>()
  for (const [accountId, own] of Map.groupBy(routes, (route) => route.accountId ?? everybody)) {
    const ordered = own.toSorted((a, b) => a.place - b.place || a.id - b.id)
    const byPrefix = Map.groupBy(ordered, ({ prefix }) => prefix)
    const lengths = [...new Set([...byPrefix.keys()].map(({ length }) => length))].sort((a, b) => b - a)
    accounts.set(accountId, { byPrefix, lengths })
  }
  return {
    *routesOf(accountId, phone) {
      for (const owner of [accountId, everybody]) {
        const rules = accounts.get(owner)
        if (rules === undefined) continue
        for (const length of rules.lengths) yield* rules.byPrefix.get(phone.slice(0, length)) ?? []
      }
    },
  }
}

/** The first carrier that is available; where none is, the first, which the message then waits for. Null when no route leads to the number. */
export function chooseCarrier(routes: Iterable<Route>, available: (carrier: string) => boolean): string | null {
  let first: string | null = null
  for (const { carrier } of routes) {
    if (available(carrier)) return carrier
    first ??= carrier
  }
  return first
}
