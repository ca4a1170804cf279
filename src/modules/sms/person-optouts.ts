import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { isAccount, type PersonQuestion, type PersonSource, tableSource } from '../person/index.ts'

const isOptOut = ({ accountId, phone }: PersonQuestion) =>
  sql`${isAccount('o.account_id', accountId)} and o.phone = ${phone}`

/** Opt-outs of a number, one for each account. */
export const optOutPersonSource: PersonSource = {
  ...tableSource({
    name: 'opt-outs',
    columns: columnsOf(
      { o: 'sms_optouts' },
      { accountId: 'o.account_id', phone: 'o.phone', createdAt: 'o.created_at' },
    ),
    from: sql`sms_optouts o`,
    id: sql`o.account_id`,
    idType: 'bigint',
    where: isOptOut,
  }),
  async erase(tx, question, limit) {
    const { rows } = await sql`
      delete from sms_optouts d
       where (d.account_id, d.phone) in (
               select o.account_id, o.phone from sms_optouts o where ${isOptOut(question)} limit ${limit})
      returning 1 as one
    `.execute(tx)
    return rows.length
  },
}
