import type { Lane } from '../../carriers/carrier.ts'
import type { Health } from './health-rules.ts'

/** A rule that assigns messages to a carrier. */
export interface Route {
  readonly id: number
  /** Null for all accounts. */
  readonly accountId: number | null
  /** The first digits of the number; empty for all numbers. */
  readonly prefix: string
  /** Null for all sender IDs. */
  readonly sender: string | null
  /** Null for all lanes. */
  readonly lane: Lane | null
  readonly carrier: string
  /** Orders otherwise equal routes; the lowest goes first. */
  readonly place: number
  /** Later routes are never used, even while this carrier is not available. */
  readonly stop: boolean
  readonly createdAt: Date
}

/** The state of a carrier as known to all processes. */
export interface Standing {
  readonly paused: boolean
  readonly failoverSeconds: number
  /** Null while it is connected. */
  readonly awaySince: Date | null
  readonly health: Health
}

/**
 * Whether to route new messages to the carrier. Messages wait for a carrier that was disconnected only a moment ago.
 */
export function isAvailable({ paused, failoverSeconds, awaySince, health }: Standing, now: Date): boolean {
  if (paused || health.state === 'out') return false
  return awaySince === null || now.getTime() - awaySince.getTime() < failoverSeconds * 1_000
}

/** What is to be sent, as far as routes are concerned. */
export interface Sendable {
  readonly accountId: number
  readonly phone: string
  readonly sender: string
  readonly lane: Lane
}

/** The routes of one account, or those of all, by prefix. */
interface Rules {
  readonly byPrefix: ReadonlyMap<string, readonly Route[]>
  /** The lengths that prefixes have, the longest first. */
  readonly lengths: readonly number[]
}

export interface RouteTable {
  /**
   * All routes that a message may take, the best first: the account's own before those of all, longer prefixes before
   * shorter ones, then those for its sender, then those for its kind, then the lower place. One that stops is the last.
   */
  routesOf(message: Sendable): Generator<Route>
}

const everybody = 0

/** Made once for each change of the routes, because every recipient of every send is looked up in it. */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  const accounts = new Map<number, Rules>()
  for (const [accountId, own] of Map.groupBy(routes, (route) => route.accountId ?? everybody)) {
    const byPrefix = Map.groupBy(own.toSorted(compareWithin), ({ prefix }) => prefix)
    const lengths = [...new Set([...byPrefix.keys()].map(({ length }) => length))].sort((a, b) => b - a)
    accounts.set(accountId, { byPrefix, lengths })
  }
  return {
    *routesOf({ accountId, phone, sender, lane }) {
      for (const owner of [accountId, everybody]) {
        const rules = accounts.get(owner)
        if (rules === undefined) continue
        for (const length of rules.lengths) {
          for (const route of rules.byPrefix.get(phone.slice(0, length)) ?? []) {
            if ((route.sender !== null && route.sender !== sender) || (route.lane !== null && route.lane !== lane))
              continue
            yield route
            if (route.stop) return
          }
        }
      }
    },
  }
}

/** Among those of one account and prefix. */
export const compareWithin = (a: Route, b: Route): number =>
  Number(a.sender === null) - Number(b.sender === null) ||
  Number(a.lane === null) - Number(b.lane === null) ||
  a.place - b.place ||
  a.id - b.id

/**
 * The first carrier that is available; where none is, the first, which the message then waits for. Null when no route
 * leads to the number.
 */
export function chooseCarrier(routes: Iterable<Route>, available: (carrier: string) => boolean): string | null {
  let first: string | null = null
  for (const { carrier } of routes) {
    if (available(carrier)) return carrier
    first ??= carrier
  }
  return first
}
