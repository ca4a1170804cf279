import { createSimulator, type Simulator } from '../../carriers/simulator/simulator.ts'
import type { Base, Core, Module } from '../../module.ts'
import { sandboxConsole } from './console.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'

interface Opened {
  /** The simulated network. Null outside of staging, as is the sandbox. */
  readonly simulator: Simulator | null
  readonly sandbox: Sandbox | null
}

export const sandbox = {
  name: 'sandbox',
  async open({ config, db, changes, clock, log }: Base & Pick<Core, 'changes'>): Promise<Opened> {
    const { staging, simulatorDelayMs: deliveryDelayMs, simulatorSeed: seed, simulatorRatePerSecond } = config
    if (!staging) return { simulator: null, sandbox: null }
    const simulator = createSimulator({
      deliveryDelayMs,
      seed,
      chaos: { ratePerSecond: simulatorRatePerSecond },
      clock,
    })
    return { simulator, sandbox: await openSandbox({ db, changes, clock, log, simulator }) }
  },
  close: ({ sandbox }: Opened) => sandbox?.stop(),
  routes: ({ sandbox }: Opened, scope) => sandbox && sandboxConsole(scope, sandbox),
} satisfies Module
