import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { type PersonSource, scannedSource } from '../person/index.ts'

/** Refused requests that name the number. Erasing overwrites it in them. */
export const refusalsPersonSource: PersonSource = scannedSource({
  name: 'refused-requests',
  columns: columnsOf(
    { t: 'refusals' },
    { accountId: 't.account_id', path: 't.path', message: 't.message', hint: 't.hint', lastAt: 't.last_at' },
  ),
  key: { table: 'refusals', columns: [{ name: 'id', type: 'bigint' }] },
  account: sql`t.account_id`,
  texts: [sql`t.hint`, sql`t.message`, sql`t.path`],
})
