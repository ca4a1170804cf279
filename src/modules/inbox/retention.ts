import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { deleting, type RetentionRule, redacting } from '../retention/index.ts'

/** Conversations follow the limits of incoming messages. */
export const inboxRetention = (db: Queryable): RetentionRule[] => [
  {
    name: 'Conversation texts',
    dataClass: 'texts',
    ...redacting(
      db,
      {
        table: 'conversations',
        isOld: (before) => sql`last_at < ${before} and last_text <> ''`,
        order: sql`last_at`,
      },
      sql`last_text = ''`,
    ),
  },
  {
    name: 'Conversation notes',
    dataClass: 'texts',
    ...redacting(
      db,
      {
        table: 'conversation_notes',
        isOld: (before) => sql`created_at < ${before} and kind = 'note' and text <> ''`,
        order: sql`id`,
        idsGrowWith: 'created_at',
      },
      sql`text = ''`,
    ),
  },
  {
    name: 'Conversations',
    dataClass: 'messages',
    ...deleting(db, { table: 'conversations', isOld: (before) => sql`last_at < ${before}`, order: sql`last_at` }),
  },
]
