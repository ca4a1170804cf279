import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { erasableSource, erasedPhone, isAccount, type PersonQuestion, type PersonSource } from '../person/index.ts'

const isSession = ({ accountId, phone }: PersonQuestion) =>
  sql`${isAccount('s.account_id', accountId)} and s.phone = ${phone}`

/** Sessions are kept for their amounts, without the number. */
export const checkoutPersonSource: PersonSource = erasableSource({
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
  table: 'checkout_sessions',
  isPending: sql`s.state = 'open'`,
  overwrite: sql`phone = ${erasedPhone}`,
})
