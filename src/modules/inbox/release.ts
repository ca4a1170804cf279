import type { Context } from '../../context.ts'
import type { Author } from '../conversation-state/index.ts'
import { unassign } from './store.ts'

/** Conversations that are changed at once. Replies and incoming messages wait for as many. */
const stepSize = 1_000

/** Unassigns the open conversations of a member who cannot answer any more. Closed ones lose their assignee when they are opened. */
export async function releaseConversations(
  { db, clock }: Context,
  accountId: number,
  userId: string,
  { name }: Author,
): Promise<void> {
  for (let changed = stepSize; changed === stepSize; )
    changed = await unassign(db, accountId, userId, name, clock.now(), stepSize)
}
