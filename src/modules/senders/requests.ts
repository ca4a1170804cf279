import type { Context } from '../../context.ts'
import { type SenderNameBody, sampleLengthMax } from '../../contract/public/senders.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { answerOnce, type IdempotencyKey, type Once } from '../../engine/http/index.ts'
import { isObject } from '../../values/json.ts'
import { refuse } from '../../values/refusal.ts'
import { invalidFormat, invalidSample, invalidSenderFormat, senderExists, wrongDecision } from './errors.ts'
import { type Decision, decide, parseSender } from './rules.ts'
import { findSender, findStatus, insertSender, markDecided, type Sender } from './store.ts'

/** A requested sender ID, with a sample message for the operator who decides. */
export type WantedSender = Pick<Sender, 'sender' | 'sampleContent'>

/** Parses the request, or throws the first refusal. */
export function readWanted(body: unknown): WantedSender {
  if (!isObject(body)) throw invalidFormat()
  const { senderid, sample_content: sample }: Unvalidated<SenderNameBody> = body
  const sender = parseSender(senderid)
  if (sender === null) throw invalidSenderFormat()
  const sampleContent = sample ?? ''
  if (typeof sampleContent !== 'string' || sampleContent.length > sampleLengthMax) throw invalidSample()
  return { sender, sampleContent }
}

/**
 * Requests a sender ID, which is pending until an operator decides. The response is stored under the idempotency key.
 */
export function requestSender<Answer>(
  ctx: Context,
  accountId: number,
  { sender, sampleContent }: WantedSender,
  key: IdempotencyKey | null,
  show: (sender: Sender) => Answer,
): Promise<Once<Answer>> {
  const now = ctx.clock.now()
  return answerOnce(ctx.db, key, now, async (tx) => {
    const inserted = await insertSender(tx, accountId, { sender, sampleContent, status: 'pending' }, now)
    if (inserted) return show(inserted)
    throw senderExists(sender, (await findStatus(tx, accountId, sender)) ?? 'pending')
  })
}

/**
 * Takes effect with the next send; accepted messages are still sent. Repeating a decision changes nothing and keeps its
 * reason. The update compares the status again, and retries when another operator was faster.
 */
export async function decideSender(
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
