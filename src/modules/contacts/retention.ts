import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Row } from '../../engine/db/index.ts'
import type { Removal, RetentionRule } from '../retention/index.ts'
import { deleteImport } from './import/store.ts'
import { deleteReportRows } from './import/store-rows.ts'

const isOld = ({ accountId, before }: Removal): RawBuilder<unknown> =>
  sql`${accountId === null ? sql`true` : sql`i.account_id = ${accountId}`} and i.finished_at < ${before} and i.due_at is null`

async function findOldImport(db: Queryable, removal: Removal): Promise<Row<'contact_imports', 'id'> | null> {
  const { rows } = await sql<
    Row<'contact_imports', 'id'>
  >`select i.id from contact_imports i where ${isOld(removal)} order by i.id limit 1`.execute(db)
  return rows[0] ?? null
}

export const contactsRetention = (db: Queryable): RetentionRule[] => [
  {
    name: 'Contact imports',
    dataClass: 'events',
    /** Deletes the report first: an import without its report would promise rows that are missing. */
    async remove(removal, limit) {
      const old = await findOldImport(db, removal)
      if (old === null) return 0
      const removed = await deleteReportRows(db, old.id, limit)
      if (removed === limit) return removed
      await deleteImport(db, old.id)
      return removed + 1
    },
    async count(removal, max) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count
          from (
            select from contact_imports i where ${isOld(removal)}
             union all
            select from contact_imports i join contact_import_rows r on r.import_id = i.id where ${isOld(removal)}
             limit ${max}
          ) old
      `.execute(db)
      return rows[0]?.count ?? 0
    },
  },
]
