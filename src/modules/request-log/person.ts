import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { erasableSource, isAccount, type PersonSource } from '../person/index.ts'
import { endOf } from './digits.ts'

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
    sql`${isAccount('t.account_id', accountId)} and t.digits @> array[${endOf(phone)}]::integer[]`,
})
