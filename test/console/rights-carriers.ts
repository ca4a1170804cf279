import { addCarrier } from '../carriers.ts'
import type { Row } from './rights.ts'

const operators = [401, 403, 403, 403, 403, 200] as const

/** What operators see of carriers and their queues. */
export const carrierRows: readonly Row[] = [
  [
    'GET /carriers/:carrier/throughput',
    operators,
    async ({ world }) => ({ path: `/carriers/${await addCarrier(world)}/throughput` }),
  ],
  ['GET /carrier-kinds', operators],
  ['GET /queues', operators],
]
