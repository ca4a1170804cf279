import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { type PersonSource, scannedSource } from '../person/index.ts'

/** Uploaded recipients. An erasure finds the number in their rows. */
export const campaignsPersonSources: readonly PersonSource[] = [
  scannedSource({
    name: 'campaign-files',
    columns: columnsOf(
      { t: 'campaign_files' },
      { accountId: 't.account_id', campaignId: 't.campaign_id', createdAt: 't.created_at' },
    ),
    key: {
      table: 'campaign_files',
      columns: [
        { name: 'upload', type: 'uuid' },
        { name: 'place', type: 'integer' },
      ],
    },
    account: sql`t.account_id`,
    texts: [sql`t.rows::text`],
  }),
]
