import { sql } from 'kysely'
import type { Queryable, Row } from '../../engine/db/index.ts'
import type { Removal, RetentionRule } from '../retention/index.ts'
import { deleteCodes, deleteLinks } from './store.ts'

/** The time counts from the end of the campaign. Until then, its messages may still need the link. */
const isOld = ({ accountId, before }: Removal) => sql`
  ${accountId === null ? sql`true` : sql`l.account_id = ${accountId}`}
  and l.created_at < ${before}
  and not exists (
    select
      from campaigns c
     where c.id = l.campaign_id
       and (c.status in ('preparing', 'sending', 'paused') or c.ended_at >= ${before})
  )
`

export const linksRetention = (db: Queryable): RetentionRule[] => [
  {
    name: 'Short links',
    dataClass: 'messages',
    /** Deletes the codes first, because they are found by their links. */
    async remove(removal, limit) {
      const { rows } = await sql<
        Row<'links', 'id'>
      >`select l.id from links l where ${isOld(removal)} order by l.id limit ${limit}`.execute(db)
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) return 0
      const removed = await deleteCodes(db, ids, limit)
      if (removed === limit) return removed
      await deleteLinks(db, ids)
      return removed + ids.length
    },
    async count(removal, max) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count
          from (
            select from links l where ${isOld(removal)}
             union all
            select from links l join link_codes k on k.link_id = l.id where ${isOld(removal)}
             limit ${max}
          ) old
      `.execute(db)
      return rows[0]?.count ?? 0
    },
  },
]
