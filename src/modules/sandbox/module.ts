import { serve } from '../../api-route.ts'
import { createSimulator, type Simulator } from '../../carriers/simulator/simulator.ts'
import { simulator as routes } from '../../contract/console/sandbox.ts'
import type { Base, Core, Module } from '../../module.ts'
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
  /** Controls of the simulated network. */
  routes({ sandbox }: Opened, scope) {
    if (sandbox === null) return
    serve(scope, routes.get, () => sandbox.show())

    serve(scope, routes.moveClock, ({ body: { seconds }, request }) => {
      request.auditDetail = { seconds }
      return sandbox.moveClock(seconds)
    })

    serve(scope, routes.setChaos, ({ body, request }) => {
      const { latencyMs, refusalRate, disconnectRate, ratePerSecond } = body
      request.auditDetail = { latencyMs, refusalRate, disconnectRate, ratePerSecond }
      return sandbox.setChaos(body)
    })
  },
} satisfies Module
