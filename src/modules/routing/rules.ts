import type { ConnectionState, Lane } from '../../carriers/carrier.ts'
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
export interface CarrierState {
  readonly paused: boolean
  readonly failoverSeconds: number
  /** Null while it is connected. */
  readonly awaySince: Date | null
  readonly health: Health
}

/**
 * Whether to route new messages to the carrier. Messages wait for a carrier that was disconnected only a moment ago.
 */
export function isAvailable({ paused, failoverSeconds, awaySince, health }: CarrierState, now: Date): boolean {
  if (paused || health.state === 'out') return false
  return awaySince === null || now.getTime() - awaySince.getTime() < failoverSeconds * 1_000
}

/** A bind that was lost this often in five minutes is flapping. */
const flappingLosses = 3

type Losses = Pick<ConnectionState, 'losses'>

/** Of the bind that was lost most often. */
export const mostLosses = (connections: readonly Losses[]): number =>
  Math.max(0, ...connections.map(({ losses }) => losses))

export const isFlapping = (connections: readonly Losses[]): boolean => mostLosses(connections) >= flappingLosses

/** The properties of a message that routes match. */
export interface Sendable {
  readonly accountId: number
  readonly phone: string
  readonly sender: string
  readonly lane: Lane
}

/** The routes of one account, or of all accounts, by prefix. */
interface Rules {
  readonly byPrefix: ReadonlyMap<string, readonly Route[]>
  /** The lengths of the prefixes, longest first. */
  readonly lengths: readonly number[]
}

export interface RouteTable {
  /**
   * Yields all routes for a message, best first: the account's own before those of all accounts, longer prefixes before
   * shorter ones, then routes for its sender ID, then for its lane, then the lower place. Ends after a route with
   * `stop`.
   */
  routesOf(message: Sendable): Generator<Route>
}

const allAccounts = 0

/** Built once per change of the routes, because every recipient of every request is looked up in it. */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  const accounts = new Map<number, Rules>()
  for (const [accountId, own] of Map.groupBy(routes, (route) => route.accountId ?? allAccounts)) {
    const byPrefix = Map.groupBy(own.toSorted(compareWithin), ({ prefix }) => prefix)
    const lengths = [...new Set([...byPrefix.keys()].map(({ length }) => length))].sort((a, b) => b - a)
    accounts.set(accountId, { byPrefix, lengths })
  }
  return {
    *routesOf({ accountId, phone, sender, lane }) {
      for (const owner of [accountId, allAccounts]) {
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

/** Compares routes of the same account and prefix. */
export const compareWithin = (a: Route, b: Route): number =>
  Number(a.sender === null) - Number(b.sender === null) ||
  Number(a.lane === null) - Number(b.lane === null) ||
  a.place - b.place ||
  a.id - b.id

/**
 * Returns the first available carrier. When none is available, returns the first one, and the message waits for it.
 * Null without a route.
 */
export function chooseCarrier(routes: Iterable<Route>, available: (carrier: string) => boolean): string | null {
  let first: string | null = null
  for (const { carrier } of routes) {
    if (available(carrier)) return carrier
    first ??= carrier
  }
  return first
}
