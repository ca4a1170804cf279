import type { Carrier, CarrierEvents, CarrierKind, Lane, PushedThing, ReadPush } from '../../carriers/carrier.ts'
import type { Context } from '../../context.ts'
import type { OutcomeCounts } from './outcomes.ts'
import type { CarrierState, Route, Sendable } from './rules.ts'

/** The carriers, including the simulated network in staging, and the choice of a carrier for each message. */
export interface Routing {
  hasCarriers(): boolean
  names(): readonly string[]
  /** The carrier as opened in this process; null for an unknown name or invalid settings. */
  find(name: string): Carrier | null
  /** The endpoint for pushed receipts or messages; null for an unknown carrier, or one that pushes no such things. */
  findPushEndpoint(name: string, things: PushedThing): PushEndpoint | null
  /** Whether this process can submit messages of the lane to the carrier now. */
  isReady(name: string, lane?: Lane): boolean
  /** Whether the carrier is connected on any process. */
  isUp(name: string): boolean
  /** Whether new messages should be routed to the carrier. */
  isAvailable(name: string): boolean
  /** The state known to this process; null for the simulated network and unknown carriers. */
  carrierState(name: string): CarrierState | null
  /** Chooses the carrier of a message that will be sent, which counts against a trial. Null without a route. */
  choose(message: Sendable): string | null
  /** Like `choose`, without counting against a trial. */
  wouldChoose(message: Sendable): string | null
  /** Whether messages could use another carrier. */
  hasOther(name: string): boolean
  /** All possible routes, best first. Also empty in staging when only the simulated network takes the message. */
  routesOf(message: Sendable): readonly Route[]
  readonly outcomes: Pick<OutcomeCounts, 'note' | 'noteReceipts' | 'noteThrottle'>
  /** Applies changes in this process at once. Other processes follow within a second. */
  refresh(): Promise<void>
  /** Starts the carriers. Each of them reports to its own listener from the beginning. */
  start(listen: (name: string) => CarrierEvents): Promise<void>
  /** Closes all connections after outstanding responses have arrived. */
  stop(): Promise<void>
}

/** Authenticates and reads pushes of one carrier. */
export interface PushEndpoint {
  readonly secret: string
  readonly read: ReadPush
}

export interface RoutingBase extends Context {
  /** The kinds of carriers by name, such as `smpp`. */
  readonly kinds: Readonly<Record<string, CarrierKind>>
}

export interface RoutingContext extends RoutingBase {
  readonly routing: Routing
}
