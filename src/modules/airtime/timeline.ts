import { columnsOf } from '../../engine/db/index.ts'
import { tableTimeline } from '../timeline/index.ts'

const columns = columnsOf('airtime_transfers', {
  id: 'id',
  amount: 'amount',
  currency: 'currency',
  state: 'state',
  reason: 'reason',
  createdAt: 'created_at',
})

/** Airtime that was sent to a number. */
export const airtimeTimeline = tableTimeline({
  name: 'airtime',
  kinds: ['airtime'],
  scope: 'airtime:read',
  table: 'airtime_transfers',
  columns,
  show: ({ amount, currency, state, reason, createdAt }) => ({
    kind: 'airtime',
    at: createdAt,
    direction: 'out',
    status: state,
    reason,
    amount,
    currency,
  }),
})
