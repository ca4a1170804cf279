import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { type PersonSource, scannedSource } from '../person/index.ts'
import { parentAction, shownActor, shownDetail } from './store-audit.ts'

/** Entries that name the number. Erasing overwrites it in them. They never reveal who acts for the parent of an account. */
export const auditPersonSource: PersonSource = scannedSource({
  name: 'audit-entries',
  columns: columnsOf(
    { t: 'audit_entries' },
    {
      accountId: 't.account_id',
      at: 't.at',
      actor: shownActor,
      action: 't.action',
      params: 't.params',
      detail: shownDetail,
    },
  ),
  key: { table: 'audit_entries', columns: [{ name: 'id', type: 'bigint' }] },
  account: sql`t.account_id`,
  texts: [sql`t.params::text`, sql`t.detail::text`],
  where: ({ accountId }) => (accountId === null ? sql`true` : sql`t.action <> ${parentAction}`),
})
