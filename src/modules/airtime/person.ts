import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { erasableSource, erasedPhone, isAccount, type PersonQuestion, type PersonSource } from '../person/index.ts'

const isTransfer = ({ accountId, phone }: PersonQuestion) =>
  sql`${isAccount('a.account_id', accountId)} and a.phone = ${phone}`

/** Transfers are kept for their amounts, without the number. */
export const airtimePersonSource: PersonSource = erasableSource({
  name: 'airtime',
  columns: columnsOf(
    { a: 'airtime_transfers' },
    {
      accountId: 'a.account_id',
      referenceId: 'a.reference_id',
      phone: 'a.phone',
      amount: 'a.amount',
      currency: 'a.currency',
      state: 'a.state',
      reason: 'a.reason',
      createdAt: 'a.created_at',
      doneAt: 'a.done_at',
    },
  ),
  from: sql`airtime_transfers a`,
  id: sql`a.id`,
  idType: 'bigint',
  where: isTransfer,
  table: 'airtime_transfers',
  isPending: sql`a.done_at is null`,
  overwrite: sql`phone = ${erasedPhone}`,
})
