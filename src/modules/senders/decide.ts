import type { Context } from '../../context.ts'
import { refuse } from '../../values/refusal.ts'
import { wrongDecision } from './errors.ts'
import { type Decision, decide } from './rules.ts'
import { findSender, markDecided, type Sender } from './store.ts'

/** Takes effect with the next send, and clears an earlier reason. */
export const approveSender = (ctx: Context, accountId: number, id: number) =>
  carryOut(ctx, accountId, id, 'approve', null)

export const rejectSender = (ctx: Context, accountId: number, id: number, reason: string) =>
  carryOut(ctx, accountId, id, 'reject', reason)

/** Takes effect with the next send. Accepted messages are still sent. */
export const deactivateSender = (ctx: Context, accountId: number, id: number, reason: string | null) =>
  carryOut(ctx, accountId, id, 'deactivate', reason)

/**
 * Repeating a decision changes nothing and keeps its reason. The update compares the status again, and retries when
 * another operator was faster.
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
    if (sender === null) throw refuse('sender_not_found')
    const { status: from } = sender
    const to = decide(from, decision)
    if (to === null) throw wrongDecision(decision, from)
    const decided = to === from ? sender : await markDecided(db, { accountId, id, from, to, reason }, clock.now())
    if (decided) return decided
  }
}
