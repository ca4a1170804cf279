import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { consoleArea } from '../../engine/http/index.ts'
import type { Sandbox } from './sandbox.ts'
import { ChaosBody, ClockBody } from './schema.ts'

const operator = { area: consoleArea, may: 'operator' } as const
const simulator = '/console/v1/simulator'

/** The controls of the simulated network. They are there in staging alone. */
export function sandboxConsole(app: FastifyInstance, sandbox: Sandbox): void {
  app.get(simulator, { config: operator }, () => sandbox.show())

  app.post(
    `${simulator}/clock`,
    { config: { ...operator, does: 'simulator.clock' }, schema: { body: ClockBody } },
    (request) => {
      const { seconds } = request.body as Static<typeof ClockBody>
      request.auditDetail = { seconds }
      return sandbox.moveClock(seconds)
    },
  )

  app.put(
    `${simulator}/chaos`,
    { config: { ...operator, does: 'simulator.chaos' }, schema: { body: ChaosBody } },
    (request) => {
      const change = request.body as Static<typeof ChaosBody>
      request.auditDetail = { ...change }
      return sandbox.setChaos(change)
    },
  )
}
