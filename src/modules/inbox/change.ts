import type { BodyOf } from '../../contract/console/index.ts'
import type { Tx } from '../../engine/db/index.ts'
import { type Answerer, lockAnswerer } from '../users/index.ts'
import type { InboxContext } from './context.ts'
import type { Author } from './conversations/index.ts'
import { assigneeMissing, conversationMissing } from './errors.ts'
import { lockConversation, type StoredConversation, updateConversation } from './store.ts'
import { insertNote, type NewNote } from './store-notes.ts'

type Change = BodyOf<'PUT /v2/conversations/:conversation'>

/** Assigns, closes or reopens a conversation. Each change is an entry of the conversation. */
export function changeConversation(ctx: InboxContext, accountId: number, id: number, change: Change, author: Author) {
  return ctx.db.transaction(async (tx) => {
    const before = await lockConversation(tx, accountId, id)
    if (before === null) throw conversationMissing()
    const { status = before.status } = change
    const isReopened = status === 'open' && before.status === 'closed'
    const { assigneeId = isReopened ? await findAssignee(tx, accountId, before) : before.assigneeId } = change
    const notes: Pick<NewNote, 'kind' | 'text'>[] = []
    const isAssigned = assigneeId !== before.assigneeId
    const assignee = isAssigned || isReopened ? await getAssignee(tx, accountId, assigneeId) : null
    if (isAssigned) notes.push({ kind: 'assigned', text: assignee?.name ?? '' })
    if (status !== before.status) notes.push({ kind: status === 'closed' ? 'closed' : 'reopened', text: '' })
    if (notes.length === 0) return before
    await updateConversation(tx, accountId, id, { status, assigneeId })
    for (const note of notes)
      await insertNote(tx, { ...note, accountId, conversationId: id, author: author.name }, ctx.clock.now())
    return { ...before, status, assigneeId }
  })
}

/** The assignee of a closed conversation; null if nobody, or a member who cannot answer any more. */
async function findAssignee(tx: Tx, accountId: number, { assigneeId }: StoredConversation): Promise<string | null> {
  return assigneeId === null || (await lockAnswerer(tx, accountId, assigneeId)) === null ? null : assigneeId
}

/** Null for nobody. */
async function getAssignee(tx: Tx, accountId: number, id: string | null): Promise<Answerer | null> {
  if (id === null) return null
  const found = await lockAnswerer(tx, accountId, id)
  if (found === null) throw assigneeMissing()
  return found
}
