import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run, type Tables, type Tx } from '../../engine/db/index.ts'
import type { TimelineQuery } from '../table-data/index.ts'

/** Notes of members, and changes of a conversation. */

const columns = columnsOf('conversation_notes', 'id, kind, author, text, created_at')

export type Note = RowOf<typeof columns>

export interface NewNote {
  readonly accountId: number
  readonly conversationId: number
  readonly kind: Tables['conversation_notes']['kind']
  readonly author: string
  /** The note, or the name of the assignee; empty for other changes. */
  readonly text: string
}

export async function insertNote(tx: Tx, note: NewNote, now: Date): Promise<Note> {
  const stored = await run.first<Note>(tx)`
    insert into conversation_notes (account_id, conversation_id, kind, author, text, created_at)
    values (${note.accountId}, ${note.conversationId}, ${note.kind}, ${note.author}, ${note.text}, ${now})
    returning ${columns}
  `
  if (stored === null) throw new Error('the note was not stored')
  return stored
}

/** Notes of a conversation with its changes, or of all conversations with a number. */
export type NotesOf = Pick<TimelineQuery, 'accountId'> &
  ({ readonly conversationId: number } | Pick<TimelineQuery, 'phone'>)

/** Newest first. */
export function listNotes(db: Queryable, of: NotesOf, idBound: number, limit: number): Promise<Note[]> {
  const { accountId } = of
  const isWanted =
    'conversationId' in of
      ? sql`conversation_id = ${of.conversationId}`
      : sql`kind = 'note' and conversation_id = any(array(select id from conversations where account_id = ${accountId} and phone = ${of.phone}))`
  return run.all<Note>(db)`
    select ${columns}
      from conversation_notes
     where ${isWanted}
       and account_id = ${accountId}
       and id < ${idBound}
     order by id desc
     limit ${limit}
  `
}

/** Shows a changed conversation to pages that are open. False for an unknown conversation. */
export function touchConversation(tx: Tx, accountId: number, id: number): Promise<boolean> {
  return run.hasRows(tx)`
    update conversations
       set version = nextval('conversation_versions')
     where id = ${id}
       and account_id = ${accountId}
    returning 1 as one
  `
}
