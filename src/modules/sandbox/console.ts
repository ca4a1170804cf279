import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { simulator } from '../../contract/console/sandbox.ts'
import type { Sandbox } from './sandbox.ts'

/** Controls of the simulated network, only in staging. */
export function sandboxConsole(app: FastifyInstance, sandbox: Sandbox): void {
  serve(app, simulator.get, () => sandbox.show())

  serve(app, simulator.moveClock, ({ body: { seconds }, request }) => {
    request.auditDetail = { seconds }
    return sandbox.moveClock(seconds)
  })

  serve(app, simulator.setChaos, ({ body, request }) => {
    const { latencyMs, refusalRate, disconnectRate, ratePerSecond } = body
    request.auditDetail = { latencyMs, refusalRate, disconnectRate, ratePerSecond }
    return sandbox.setChaos(body)
  })
}
