import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import type { Removal, RetentionRule } from '../retention/index.ts'

const ofAccount = (accountId: number | null) => (accountId === null ? sql`true` : sql`account_id = ${accountId}`)

/** A rule for a table that has a primary key of several columns. */
function deletingBy(
  db: Queryable,
  table: 'campaign_responses' | 'campaign_files',
  time: string,
  isNeeded = sql`false`,
): Pick<RetentionRule, 'remove' | 'count'> {
  const isOld = ({ accountId, before }: Removal): RawBuilder<unknown> =>
    sql`${ofAccount(accountId)} and ${sql.ref(time)} < ${before} and not ${isNeeded}`
  return {
    async remove(removal, limit) {
      const { rows } = await sql`
        delete from ${sql.table(table)}
         where ctid = any(array(select ctid from ${sql.table(table)} where ${isOld(removal)} limit ${limit}))
        returning 1 as one
      `.execute(db)
      return rows.length
    },
    async count(removal, max) {
      const { rows } = await sql<{ count: number }>`
        select count(*) from (select from ${sql.table(table)} where ${isOld(removal)} limit ${max}) old
      `.execute(db)
      return rows[0]?.count ?? 0
    },
  }
}

/** The campaign has not ended and still uses the upload. */
const isInUse = sql`
  exists (
    select
      from campaigns c
     where c.id = campaign_files.campaign_id
       and c.file_upload = campaign_files.upload
       and c.ended_at is null
  )
`

/** The counts of campaigns stay. */
export const campaignsRetention = (db: Queryable): RetentionRule[] => [
  {
    name: 'Responses to campaigns',
    dataClass: 'messages',
    ...deletingBy(db, 'campaign_responses', 'happened_at'),
  },
  { name: 'Uploaded recipients', dataClass: 'messages', ...deletingBy(db, 'campaign_files', 'created_at', isInUse) },
]
