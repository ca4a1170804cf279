import type { Host } from './host.ts'

/** A kind of work that kills interrupt, beside the messages of the load. It has accounts of its own. */
export interface Workload {
  /**
   * Begins new work before a fault, unless earlier work is unfinished. If it is held, it stays unfinished until
   * `release`, so that the fault comes in the middle of it.
   */
  begin(isHeld: boolean): Promise<void>
  /** The state that work has not reached yet in which a fault interrupts it; null when it has. */
  missing(): Promise<string | null>
  /** The fault has come: nothing is held any longer. */
  release(): Promise<void>
  /** Begins nothing more, and waits until all work is done. */
  finish(): Promise<void>
  /** Properties of the final state by name. Each throws if it is violated. */
  readonly properties: Readonly<Record<string, () => Promise<void> | void>>
}

/** Sets up its accounts while only one process runs. */
export type OpenWorkload = (host: Host) => Promise<Workload>
