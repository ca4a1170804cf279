import { addCarrier, addRoute, someCarrier } from '../carriers.ts'
import { messagesOf } from '../e2e/apps.ts'
import type { Row } from './rights-row.ts'

const operators = [401, 403, 403, 403, 403, 200] as const

/** Carriers, routes and queues, which are for operators. */
export const carrierRows: readonly Row[] = [
  ['GET /carriers', operators],
  ['GET /carriers/:carrier', operators, async ({ world }) => ({ path: `/carriers/${await addCarrier(world)}` })],
  ['PUT /carriers/:carrier', operators, () => ({ path: '/carriers/one', body: someCarrier })],
  [
    'POST /carriers/:carrier/pause',
    operators,
    async ({ world }) => ({ path: `/carriers/${await addCarrier(world)}/pause` }),
  ],
  [
    'POST /carriers/:carrier/resume',
    operators,
    async ({ world }) => ({ path: `/carriers/${await addCarrier(world)}/resume` }),
  ],
  [
    'DELETE /carriers/:carrier',
    [401, 403, 403, 403, 403, 204],
    async ({ world }) => ({ path: `/carriers/${await addCarrier(world)}` }),
  ],
  ['GET /routes', operators],
  ['GET /routes/try', operators, () => ({ path: '/routes/try?number=255712345678' })],
  [
    'POST /routes',
    [401, 403, 403, 403, 403, 201],
    async ({ world }) => ({ body: { carrier: await addCarrier(world), prefix: '999' } }),
  ],
  [
    'PUT /routes/:route',
    operators,
    async ({ world }) => ({ path: `/routes/${await addRoute(world)}`, body: { place: 2 } }),
  ],
  [
    'DELETE /routes/:route',
    [401, 403, 403, 403, 403, 204],
    async ({ world }) => ({ path: `/routes/${await addRoute(world)}` }),
  ],
  ['GET /receipts/unknown', operators],
  [
    'GET /carriers/:carrier/throughput',
    operators,
    async ({ world }) => ({ path: `/carriers/${await addCarrier(world)}/throughput` }),
  ],
  [
    'GET /carriers/:carrier/errors',
    operators,
    async ({ world }) => ({ path: `/carriers/${await addCarrier(world)}/errors` }),
  ],
  ['GET /carrier-kinds', operators],
  ['GET /provider-kinds', operators],
  ['GET /providers', operators],
  [
    'GET /providers/:product/:provider',
    operators,
    async ({ world }) => ({ path: `/providers/sms/${await addCarrier(world)}` }),
  ],
  ['PUT /providers/:product/:provider', operators, () => ({ path: '/providers/sms/two', body: someCarrier })],
  [
    'POST /providers/:product/:provider/pause',
    operators,
    async ({ world }) => ({ path: `/providers/sms/${await addCarrier(world)}/pause` }),
  ],
  [
    'POST /providers/:product/:provider/resume',
    operators,
    async ({ world }) => ({ path: `/providers/sms/${await addCarrier(world)}/resume` }),
  ],
  [
    'DELETE /providers/:product/:provider',
    [401, 403, 403, 403, 403, 204],
    async ({ world }) => ({ path: `/providers/sms/${await addCarrier(world)}` }),
  ],
  ['GET /queues', operators],
  ['GET /overview', operators],
  ['GET /work', operators],
  [
    'GET /messages/:message',
    operators,
    async ({ world }) => {
      const { body } = await world.send()
      const [message] = await messagesOf(world.db, body.request_id)
      return { path: `/messages/${message?.id}` }
    },
  ],
  [
    'GET /requests/:request/messages',
    operators,
    async ({ world }) => ({ path: `/requests/${(await world.send()).body.request_id}/messages` }),
  ],
]
