import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { erasableSource, isAccount, type PersonSource } from '../person/index.ts'

/** Clients write numbers with or without a country code, and with spaces: the last digits are the same in all forms. */
const lastDigits = 7
const texts = sql`concat_ws('|', t.path, t.query, t.body, t.answer, t.message, t.hint, t.request_id, t.idempotency_key)`

/** Logged API requests that contain the number. Bodies may have other numbers, so they are not exported. */
export const requestLogPersonSource: PersonSource = erasableSource({
  name: 'api-requests',
  columns: columnsOf(
    { t: 'request_log' },
    { accountId: 't.account_id', requestId: 't.request_id', method: 't.method', status: 't.status', at: 't.at' },
  ),
  from: sql`request_log t`,
  table: 'request_log',
  id: sql`t.id`,
  idType: 'bigint',
  where: ({ accountId, phone }) =>
    sql`${isAccount('t.account_id', accountId)} and regexp_replace(${texts}, '[ ()+.-]', '', 'g') like ${`%${phone.slice(-lastDigits)}%`}`,
})
