import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import type { Sandbox } from './sandbox.ts'

/** Controls of the simulated network, only in staging. */
export function sandboxConsole(app: FastifyInstance, sandbox: Sandbox): void {
  serve(app, 'GET /simulator', { may: 'operator' }, () => sandbox.show())

  serve(
    app,
    'POST /simulator/clock',
    { may: 'operator', does: 'simulator.clock' },
    ({ body: { seconds }, request }) => {
      request.auditDetail = { seconds }
      return sandbox.moveClock(seconds)
    },
  )

  serve(app, 'PUT /simulator/chaos', { may: 'operator', does: 'simulator.chaos' }, ({ body, request }) => {
    const { latencyMs, refusalRate, disconnectRate, ratePerSecond } = body
    request.auditDetail = { latencyMs, refusalRate, disconnectRate, ratePerSecond }
    return sandbox.setChaos(body)
  })
}
