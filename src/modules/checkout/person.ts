import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { erasedPhone, isAccount, type PersonQuestion, type PersonSource, tableSource } from '../person/index.ts'

const isSession = ({ accountId, phone }: PersonQuestion) =>
  sql`${isAccount('s.account_id', accountId)} and s.phone = ${phone}`

/** Sessions are kept for their amounts, without the number. */
export const checkoutPersonSource: PersonSource = {
  ...tableSource({
    name: 'checkout',
    columns: columnsOf(
      { s: 'checkout_sessions' },
      {
        accountId: 's.account_id',
        transactionId: 's.transaction_id',
        referenceNumber: 's.reference_number',
        phone: 's.phone',
        amount: 's.amount',
        currency: 's.currency',
        state: 's.state',
        createdAt: 's.created_at',
        endedAt: 's.ended_at',
      },
    ),
    from: sql`checkout_sessions s`,
    id: sql`s.id`,
    idType: 'bigint',
    where: isSession,
  }),
  async countPending(db, question) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from checkout_sessions s where ${isSession(question)} and s.state = 'open'
    `.execute(db)
    return rows[0]?.count ?? 0
  },
  async erase(tx, question, limit) {
    const { rows } = await sql`
      update checkout_sessions u
         set phone = ${erasedPhone}
       where u.id in (
               select s.id from checkout_sessions s where ${isSession(question)} and s.state <> 'open' limit ${limit})
      returning 1 as one
    `.execute(tx)
    return rows.length
  },
}
