import type { Author } from '../conversation-state/index.ts'
import { type Entry, readIdBound, type TimelineEvent, type TimelineSource, toEntry } from '../timeline/index.ts'
import type { InboxContext } from './context.ts'
import { conversationMissing } from './errors.ts'
import { insertNote, listNotes, listNotesOfNumber, type Note, touchConversation } from './store-notes.ts'

export interface NotesQuestion {
  readonly accountId: number
  readonly conversationId: number
}

/** Notes of members, and changes of a conversation. */
export const notesTimeline: TimelineSource<NotesQuestion> = {
  name: 'notes',
  kinds: ['note', 'assigned', 'closed', 'reopened'],
  scope: 'conversations:read',
  list: async (db, { accountId, conversationId }, after, limit) =>
    (await listNotes(db, accountId, conversationId, readIdBound(after), limit)).map(show),
}

/** Notes on a number, in any conversation. */
export const numberNotesTimeline: TimelineSource = {
  name: 'notes',
  kinds: ['note'],
  scope: 'conversations:read',
  list: async (db, question, after, limit) =>
    (await listNotesOfNumber(db, question, readIdBound(after), limit)).map(show),
}

const show = ({ id, kind, author, text, createdAt }: Note): TimelineEvent => ({
  kind,
  at: createdAt,
  position: String(id),
  text: kind === 'note' || kind === 'assigned' ? text : null,
  textRemoved: kind === 'note' && text === '',
  author,
})

/** Adds an internal note, which only members see. */
export function addNote(
  { db, clock }: InboxContext,
  accountId: number,
  conversationId: number,
  text: string,
  author: Author,
): Promise<Entry> {
  return db.transaction(async (tx) => {
    if (!(await touchConversation(tx, accountId, conversationId))) throw conversationMissing()
    const note = { accountId, conversationId, kind: 'note', author: author.name, text } as const
    return toEntry(show(await insertNote(tx, note, clock.now())))
  })
}
