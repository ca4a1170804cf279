import { sql } from 'kysely'
import { columnsOf, prepared, type RowOf } from '../../engine/db/index.ts'
import { readIdBound, type TimelineSource } from '../timeline/index.ts'

const columns = columnsOf('checkout_payments', {
  id: 'id',
  amount: 'amount',
  currency: 'currency',
  state: 'state',
  reason: 'reason',
  startedAt: 'started_at',
})

/** Payments that a number was asked to confirm. */
export const checkoutTimeline: TimelineSource = {
  name: 'checkout',
  kinds: ['payment'],
  scope: 'checkout:read',
  async list(db, { accountId, phone }, after, limit) {
    const { rows } = await sql<RowOf<typeof columns>>`
      ${prepared}
      select ${columns}
        from checkout_payments
       where account_id = ${accountId}
         and phone = ${phone}
         and id < ${readIdBound(after)}
       order by id desc
       limit ${limit}
    `.execute(db)
    return rows.map(({ id, amount, currency, state, reason, startedAt }) => ({
      kind: 'payment',
      at: startedAt,
      position: String(id),
      direction: 'in',
      status: state,
      reason,
      amount,
      currency,
    }))
  },
}
