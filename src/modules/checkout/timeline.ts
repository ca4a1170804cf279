import { columnsOf } from '../../engine/db/index.ts'
import { tableTimeline } from '../timeline/index.ts'

const columns = columnsOf('checkout_payments', {
  id: 'id',
  amount: 'amount',
  currency: 'currency',
  state: 'state',
  reason: 'reason',
  startedAt: 'started_at',
})

/** Payments that a number was asked to confirm. */
export const checkoutTimeline = tableTimeline({
  name: 'checkout',
  kinds: ['payment'],
  scope: 'checkout:read',
  table: 'checkout_payments',
  columns,
  show: ({ amount, currency, state, reason, startedAt }) => ({
    kind: 'payment',
    at: startedAt,
    direction: 'in',
    status: state,
    reason,
    amount,
    currency,
  }),
})
