import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { deleting, type Removal, type RetentionRule } from '../retention/index.ts'

/** Such a campaign has not ended and uses the upload. */
const isUsedBy = (isWanted: RawBuilder<unknown>) => sql`
  exists (
    select
      from campaigns c
     where c.id = campaign_files.campaign_id
       and c.file_upload = campaign_files.upload
       and c.ended_at is null
       and ${isWanted}
  )
`

/** Old uploads that no such campaign uses. */
const deletingFiles = (db: Queryable, isWanted: RawBuilder<unknown>) =>
  deleting(db, {
    table: 'campaign_files',
    key: 'ctid',
    isOld: (before) => sql`created_at < ${before} and not ${isUsedBy(isWanted)}`,
    order: sql`upload, place`,
  })

/** Removes old files from drafts. A draft that is started at the same time keeps its file. */
async function clearDrafts(db: Queryable, { accountId, before }: Removal): Promise<void> {
  await sql`
    update campaigns c
       set file_upload = null, file_name = null, file_columns = null, file_rows = 0, file_invalid = 0
     where c.status = 'draft'
       and ${accountId === null ? sql`true` : sql`c.account_id = ${accountId}`}
       and exists (
         select
           from campaign_files f
          where f.upload = c.file_upload
            and f.created_at < ${before})
  `.execute(db)
}

/** The counts of campaigns stay. */
export const campaignsRetention = (db: Queryable): RetentionRule[] => [
  {
    name: 'Responses to campaigns',
    dataClass: 'messages',
    ...deleting(db, {
      table: 'campaign_responses',
      key: 'ctid',
      isOld: (before) => sql`happened_at < ${before}`,
      order: sql`account_id, happened_at`,
    }),
  },
  {
    name: 'Uploaded recipients',
    dataClass: 'messages',
    // No draft may name an upload without all its parts: it could be started before the next step.
    async remove(removal, limit) {
      await clearDrafts(db, removal)
      return deletingFiles(db, sql`true`).remove(removal, limit)
    },
    count: deletingFiles(db, sql`c.status <> 'draft'`).count,
  },
]
