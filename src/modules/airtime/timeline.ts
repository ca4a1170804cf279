import { sql } from 'kysely'
import { columnsOf, prepared, type RowOf } from '../../engine/db/index.ts'
import { readIdBound, type TimelineSource } from '../timeline/index.ts'

const columns = columnsOf('airtime_transfers', {
  id: 'id',
  amount: 'amount',
  currency: 'currency',
  state: 'state',
  reason: 'reason',
  createdAt: 'created_at',
})

/** Airtime that was sent to a number. */
export const airtimeTimeline: TimelineSource = {
  name: 'airtime',
  kinds: ['airtime'],
  scope: 'airtime:read',
  async list(db, { accountId, phone }, after, limit) {
    const { rows } = await sql<RowOf<typeof columns>>`
      ${prepared}
      select ${columns}
        from airtime_transfers
       where account_id = ${accountId}
         and phone = ${phone}
         and id < ${readIdBound(after)}
       order by id desc
       limit ${limit}
    `.execute(db)
    return rows.map(({ id, amount, currency, state, reason, createdAt }) => ({
      kind: 'airtime',
      at: createdAt,
      position: String(id),
      direction: 'out',
      status: state,
      reason,
      amount,
      currency,
    }))
  },
}
