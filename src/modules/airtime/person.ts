import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { erasedPhone, isAccount, type PersonQuestion, type PersonSource, tableSource } from '../person/index.ts'

const isTransfer = ({ accountId, phone }: PersonQuestion) =>
  sql`${isAccount('a.account_id', accountId)} and a.phone = ${phone}`

/** Transfers are kept for their amounts, without the number. */
export const airtimePersonSource: PersonSource = {
  ...tableSource({
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
  }),
  async countPending(db, question) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from airtime_transfers a where ${isTransfer(question)} and a.done_at is null
    `.execute(db)
    return rows[0]?.count ?? 0
  },
  async erase(tx, question, limit) {
    const { rows } = await sql`
      update airtime_transfers u
         set phone = ${erasedPhone}
       where u.id in (
               select a.id from airtime_transfers a where ${isTransfer(question)} and a.done_at is not null limit ${limit})
      returning 1 as one
    `.execute(tx)
    return rows.length
  },
}
