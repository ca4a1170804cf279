import type { Queryable } from '../../engine/db/index.ts'
import { type Address, listChannels } from './channels.ts'
import type { ChatContext } from './context.ts'
import { sessionEnd } from './rules.ts'
import { findLastReceived } from './store.ts'

/** The end of the newest session of an account; null when none is open. */
export async function findSessionEnd(db: Queryable, accountId: number, now: Date): Promise<Date | null> {
  const receivedAt = await findLastReceived(db, accountId)
  const end = receivedAt === null ? null : sessionEnd(receivedAt)
  return end !== null && end > now ? end : null
}

/** The end of the session with a person, null when none is open, and whether only a template can be sent without one. */
export function sessionOf(
  ctx: Pick<ChatContext, 'channels' | 'clock'>,
  accountId: number,
  { receivedAt, ...address }: Address & { readonly receivedAt: Date | null },
): { readonly sessionUntil: Date | null; readonly needsTemplate: boolean } {
  const end = receivedAt === null ? null : sessionEnd(receivedAt)
  const sessionUntil = end !== null && end > ctx.clock.now() ? end : null
  const [best] = listChannels(ctx, accountId, address, { isSending: false })
  return { sessionUntil, needsTemplate: sessionUntil === null && best?.hasSessions === true }
}
