import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { deleting, type RetentionRule, redacting } from '../retention/index.ts'
import { chatArchive } from './archive.ts'

const daysWithoutLimit = 365

/** Stands for a removed content of any type. */
const removedContent = JSON.stringify({ type: 'text', text: '' })

/** Messages without a final state are kept, however old: they are due, or hold money. */
const isDone = (before: Date) => sql`created_at < ${before} and done_at is not null and due_at is null`

export const chatRetention = (db: Queryable): RetentionRule[] => [
  {
    name: 'Chat texts',
    dataClass: 'texts',
    ...redacting(
      db,
      {
        table: 'chat_messages',
        isOld: (before) => sql`${isDone(before)} and not text_removed`,
        order: sql`created_at`,
      },
      sql`content = ${removedContent}::json, text_removed = true`,
    ),
  },
  {
    name: 'Chat messages',
    dataClass: 'messages',
    daysWithoutLimit,
    ...deleting(db, { table: 'chat_messages', isOld: isDone, order: sql`created_at`, archivedAs: chatArchive.name }),
  },
  {
    name: 'Chat conversations',
    dataClass: 'messages',
    daysWithoutLimit,
    ...deleting(db, {
      table: 'chat_conversations',
      isOld: (before) =>
        sql`changed_at < ${before} and not exists (select from chat_messages m where m.conversation_id = chat_conversations.id)`,
      order: sql`changed_at`,
    }),
  },
]
