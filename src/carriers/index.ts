import type { Clock } from '../values/time.ts'
import type { Carrier } from './carrier.ts'
import { createSimulator, type SimulatorOptions } from './simulator/simulator.ts'

interface CarriersOptions {
  readonly staging: boolean
  readonly clock: Clock
  readonly simulator?: Omit<SimulatorOptions, 'clock'>
}

/** The carriers of this installation. The simulated network is never among them outside staging: there a message without a route is refused. */
export function openCarriers({ staging, clock, simulator }: CarriersOptions): Carrier[] {
  return staging ? [createSimulator({ ...simulator, clock })] : []
}
