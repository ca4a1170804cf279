import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { type PersonSource, scannedSource } from '../person/index.ts'

/** Entries that name the number. Erasing overwrites it in them. */
export const auditPersonSource: PersonSource = scannedSource({
  name: 'audit-entries',
  columns: columnsOf(
    { t: 'audit_entries' },
    {
      accountId: 't.account_id',
      at: 't.at',
      actor: 't.actor',
      action: 't.action',
      params: 't.params',
      detail: 't.detail',
    },
  ),
  key: { table: 'audit_entries', columns: [{ name: 'id', type: 'bigint' }] },
  account: sql`t.account_id`,
  holds: (pattern) => sql`t.params::text like ${pattern} or t.detail::text like ${pattern}`,
})
