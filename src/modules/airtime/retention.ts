import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { deleting, type RetentionRule } from '../retention/index.ts'
import { airtimeArchive } from './archive.ts'

/** The reference of a transfer protects against paying twice for this long. */
const referenceDays = 90

/** A transfer without a final state still holds money. */
export const airtimeRetention = (db: Queryable): RetentionRule[] => [
  {
    name: 'Airtime transfers',
    dataClass: 'messages',
    atLeastDays: referenceDays,
    ...deleting(db, {
      table: 'airtime_transfers',
      isOld: (before) => sql`done_at < ${before} and due_at is null`,
      order: sql`id`,
      idsGrowWith: 'created_at',
      archivedAs: airtimeArchive.name,
    }),
  },
]
