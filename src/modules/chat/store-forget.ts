import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'

/** SQL that deletes old data of all accounts. Each function returns the number of deleted rows. */

/** Pending messages are kept, however old. */
export async function deleteOldMessages(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from chat_messages
     where id = any(array(select id from chat_messages where created_at < ${before} and done_at is not null and due_at is null order by created_at limit ${limit}))
    returning id
  `.execute(db)
  return rows.length
}

/** The time is checked again, because a message may be added concurrently. */
export async function deleteEmptyConversations(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from chat_conversations
     where id = any(array(
       select c.id
         from chat_conversations c
        where c.changed_at < ${before}
          and not exists (select from chat_messages m where m.conversation_id = c.id)
        order by c.changed_at
        limit ${limit}
     ))
       and changed_at < ${before}
    returning id
  `.execute(db)
  return rows.length
}
