import type { Context } from '../../context.ts'
import { type SenderNameBody, sampleLengthMax } from '../../contract/public/senders.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { answerOnce, type IdempotencyKey, type Once } from '../../engine/http/index.ts'
import { isObject } from '../../values/json.ts'
import { invalidFormat, invalidSample, invalidSenderFormat, senderExists } from './errors.ts'
import { parseSender } from './rules.ts'
import { findStatus, insertSender, type Sender } from './store.ts'

/** A requested sender ID. */
export interface WantedSender {
  readonly sender: string
  /** A sample message for the operator who decides. */
  readonly sampleContent: string
}

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
