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
  holds: (pattern) => sql`t.hint like ${pattern} or t.message like ${pattern} or t.path like ${pattern}`,
})
