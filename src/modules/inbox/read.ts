import type { InboxContext } from './context.ts'
import { conversationMissing } from './errors.ts'
import type { Caller } from './model.ts'
import { getConversation } from './show.ts'
import { markRead } from './store-replies.ts'

/** Marks incoming messages as read by the user. A program changes nothing. */
export async function readConversation(
  ctx: InboxContext,
  accountId: number,
  id: number,
  { userId }: Caller,
  incoming: number,
): Promise<void> {
  if (userId === null) await getConversation(ctx, accountId, id)
  else if (!(await markRead(ctx.db, accountId, id, userId, incoming))) throw conversationMissing()
}
