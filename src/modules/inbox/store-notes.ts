import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, type Tables, type Tx } from '../../engine/db/index.ts'
import type { TimelineQuestion } from '../timeline/index.ts'

/** Notes of members, and changes of a conversation. */

const columns = columnsOf('conversation_notes', {
  id: 'id',
  kind: 'kind',
  author: 'author',
  text: 'text',
  createdAt: 'created_at',
})

export type Note = RowOf<typeof columns>

export interface NewNote {
  readonly accountId: number
  readonly conversationId: number
  readonly kind: Tables['conversation_notes']['kind']
  readonly author: string
  /** The note, or the name of the assignee; empty for other changes. */
  readonly text: string
}

export async function insertNote(
  tx: Tx,
  { accountId, conversationId, kind, author, text }: NewNote,
  now: Date,
): Promise<Note> {
  const { rows } = await sql<Note>`
    insert into conversation_notes (account_id, conversation_id, kind, author, text, created_at)
    values (${accountId}, ${conversationId}, ${kind}, ${author}, ${text}, ${now})
    returning ${columns}
  `.execute(tx)
  if (!rows[0]) throw new Error('the note was not stored')
  return rows[0]
}

/** Newest first. */
export async function listNotes(
  db: Queryable,
  accountId: number,
  conversationId: number,
  idBound: number,
  limit: number,
): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select ${columns}
      from conversation_notes
     where conversation_id = ${conversationId}
       and account_id = ${accountId}
       and id < ${idBound}
     order by id desc
     limit ${limit}
  `.execute(db)
  return rows
}

/** The notes of all conversations with a number, newest first. */
export async function listNotesOfNumber(
  db: Queryable,
  { accountId, phone }: TimelineQuestion,
  idBound: number,
  limit: number,
): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select ${columns}
      from conversation_notes
     where conversation_id = any(array(select id from conversations where account_id = ${accountId} and phone = ${phone}))
       and account_id = ${accountId}
       and kind = 'note'
       and id < ${idBound}
     order by id desc
     limit ${limit}
  `.execute(db)
  return rows
}

/** Shows a changed conversation to pages that are open. False for an unknown conversation. */
export async function touchConversation(tx: Tx, accountId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    update conversations
       set version = nextval('conversation_versions')
     where id = ${id}
       and account_id = ${accountId}
    returning 1 as one
  `.execute(tx)
  return rows.length > 0
}
