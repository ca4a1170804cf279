import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { deleting, type RetentionRule } from '../retention/index.ts'

export const refusalsRetention = (db: Queryable): RetentionRule[] => [
  {
    name: 'Refused requests',
    dataClass: 'events',
    ...deleting(db, { table: 'refusals', isOld: (before) => sql`last_at < ${before}`, order: sql`last_at` }),
  },
]
