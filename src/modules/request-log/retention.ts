import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { deleting, type RetentionRule } from '../retention/index.ts'

const daysMax = 7

/** Bodies contain message texts, so their limit applies too. */
export const requestLogRetention = (db: Queryable): RetentionRule[] => [
  {
    name: 'Request log',
    dataClass: 'texts',
    atMostDays: daysMax,
    ...deleting(db, { table: 'request_log', isOld: (before) => sql`at < ${before}`, order: sql`at` }),
  },
]
