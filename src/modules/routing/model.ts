import type { Carrier, CarrierEvents, Lane, ReadPush } from '../../carriers/carrier.ts'
import type { OutcomeCounts } from './outcomes.ts'
import type { Route, Sendable, Standing } from './rules.ts'

/**
 * The carriers there are, those that operators set up and in staging the simulated network, and which of them a number
 * goes to.
 */
export interface Routing {
  /** Whether there is any carrier at all. */
  hasCarriers(): boolean
  names(): readonly string[]
  /** Opened in this process; null where there is none of that name, or its settings can't be used. */
  find(name: string): Carrier | null
  /**
   * Where its receipts are pushed to us; null where there is no carrier of that name, or its receipts come another way.
   */
  findReceiptDoor(name: string): ReceiptDoor | null
  /** Whether this process may hand it messages of a lane now. */
  isReady(name: string, lane?: Lane): boolean
  /** Whether it is up, on whichever process. */
  isUp(name: string): boolean
  /** Whether it is worth waiting for. */
  isAvailable(name: string): boolean
  /** As far as this process knows; null where no operator set it up. */
  standing(name: string): Standing | null
  /**
   * For a message that is to be sent: it counts where a carrier is on trial. Null when no route leads to the number.
   */
  choose(message: Sendable): string | null
  /** The same for one that is not sent. */
  wouldChoose(message: Sendable): string | null
  /** Whether there is any other carrier that messages could take. */
  hasOther(name: string): boolean
  /**
   * All that it could take, the best first; empty in staging too, where the simulated network takes what no route does.
   */
  routesOf(message: Sendable): readonly Route[]
  readonly outcomes: Pick<OutcomeCounts, 'note' | 'noteReceipts' | 'noteThrottle'>
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
