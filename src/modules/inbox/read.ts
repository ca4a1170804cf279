import { markRead } from '../conversation-state/index.ts'
import type { InboxContext } from './context.ts'
import type { Caller } from './model.ts'
import { getConversation } from './show.ts'

/** Marks incoming messages as read by the user. A program changes nothing. */
export async function readConversation(
  ctx: InboxContext,
  accountId: number,
  id: number,
  caller: Caller,
  incoming: number,
): Promise<void> {
  await getConversation(ctx, accountId, id, caller)
  if (caller.userId !== null) await markRead(ctx.db, accountId, id, caller.userId, incoming)
}
