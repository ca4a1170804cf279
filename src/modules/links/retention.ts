import { sql } from 'kysely'
import type { Queryable, Row } from '../../engine/db/index.ts'
import type { Removal, RetentionRule } from '../retention/index.ts'
import { deleteCodes, deleteLinks } from './store.ts'

const ofAccount = (column: string, accountId: number | null) =>
  accountId === null ? sql`true` : sql`${sql.ref(column)} = ${accountId}`

/**
 * Campaigns that have not ended or ended recently, and the campaigns whose messages they send again: a resend has the
 * links of the first campaign.
 */
const inUse = ({ accountId, before }: Removal) => sql`
  with recursive used as (
    select c.id, c.resends
      from campaigns c
     where ${ofAccount('c.account_id', accountId)}
       and c.status <> 'draft'
       and (c.ended_at is null or c.ended_at >= ${before})
     union
    select c.id, c.resends
      from campaigns c
      join used u on u.resends = c.id
  )
  select id from used
`

/** The time counts from the end of the campaign. Until then, its messages may still need the link. */
const isOld = (removal: Removal) => sql`
  ${ofAccount('l.account_id', removal.accountId)}
  and l.created_at < ${removal.before}
  and l.campaign_id not in (${inUse(removal)})
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
