import type { Context } from '../../context.ts'
import { senderMissing, wrongDecision } from './errors.ts'
import { type Decision, decide } from './rules.ts'
import { findSender, markDecided, type Sender } from './store.ts'

/** It may be used from the next send on. Whatever was said against it before is taken back. */
export const approveSender = (ctx: Context, accountId: number, id: number) =>
  carryOut(ctx, accountId, id, 'approve', null)

export const rejectSender = (ctx: Context, accountId: number, id: number, reason: string) =>
  carryOut(ctx, accountId, id, 'reject', reason)

/** The next send with it is refused. What was accepted before goes out. */
export const deactivateSender = (ctx: Context, accountId: number, id: number, reason: string | null) =>
  carryOut(ctx, accountId, id, 'deactivate', reason)

/**
 * A decision that was taken before changes nothing, and keeps its reason. The status is compared once more when it is
 * written: if another operator was quicker, it is looked at again.
 */
async function carryOut(
  { db, clock }: Context,
  accountId: number,
  id: number,
  decision: Decision,
  reason: string | null,
): Promise<Sender> {
  for (;;) {
    const sender = await findSender(db, accountId, id)
    if (sender === null) throw senderMissing()
    const { status: from } = sender
    const to = decide(from, decision)
    if (to === null) throw wrongDecision(decision, from)
    const decided = to === from ? sender : await markDecided(db, { accountId, id, from, to, reason }, clock.now())
    if (decided) return decided
  }
}
