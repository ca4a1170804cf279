import { addPayment } from '../checkout.ts'
import type { Row } from './rights-row.ts'

const operators = [401, 403, 403, 403, 403, 200] as const

/** Payments of all accounts. */
export const paymentRows: readonly Row[] = [
  ['GET /payments', operators],
  ['POST /payments/match', operators, () => ({ body: { provider: 'gone', lines: [{ receipt: 'x' }] } })],
  [
    'POST /payments/:payment/end',
    operators,
    async ({ world, accountId }) => ({
      path: `/payments/${await addPayment(world, accountId, null)}/end`,
      body: { as: 'failed', reason: 'No' },
    }),
  ],
  [
    'POST /payments/:payment/refunded',
    operators,
    async ({ world, accountId }) => ({
      path: `/payments/${await addPayment(world, accountId, 'due')}/refunded`,
      body: { note: 'Returned' },
    }),
  ],
]
