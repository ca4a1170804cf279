import { toEntry } from '../history/index.ts'
import {
  type Entry,
  readIdBound,
  type TimelineEvent,
  type TimelineQuery,
  type TimelineSource,
} from '../table-data/index.ts'
import type { InboxContext } from './context.ts'
import type { Author } from './conversations/index.ts'
import { conversationMissing } from './errors.ts'
import { insertNote, listNotes, type Note, type NotesOf, touchConversation } from './store-notes.ts'

export interface NotesQuery {
  readonly accountId: number
  readonly conversationId: number
}

const sourceOf = <Query extends NotesOf>(kinds: TimelineSource['kinds']): TimelineSource<Query> => ({
  name: 'notes',
  kinds,
  scope: 'conversations:read',
  list: async ({ db }, query, after, limit) => (await listNotes(db, query, readIdBound(after), limit)).map(show),
})

/** Notes of members, and changes of a conversation. */
export const notesTimeline = sourceOf<NotesQuery>(['note', 'assigned', 'closed', 'reopened'])

/** Notes on a number, in any conversation. */
export const numberNotesTimeline = sourceOf<TimelineQuery>(['note'])

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
