import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { deleting, type RetentionRule } from '../retention/index.ts'

export const eventsRetention = (db: Queryable): RetentionRule[] => [
  {
    name: 'Account events',
    dataClass: 'events',
    // An account keeps a limited number of events, so new ones need room.
    daysWithoutLimit: 90,
    ...deleting(db, { table: 'account_events', isOld: (before) => sql`last_at < ${before}`, order: sql`last_at` }),
  },
]
