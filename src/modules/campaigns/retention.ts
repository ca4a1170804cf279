import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { deleting, type RetentionRule } from '../retention/index.ts'

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
    ...deleting(db, {
      table: 'campaign_files',
      key: 'ctid',
      isOld: (before) => sql`created_at < ${before} and not ${isInUse}`,
      order: sql`upload, place`,
    }),
  },
]
