import type { Context } from '../../context.ts'
import { type SenderNameBody, sampleLengthMax } from '../../contract/public/senders.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { answerOnce, type IdempotencyKey, type Once } from '../../engine/http/index.ts'
import { isObject } from '../../values/json.ts'
import { invalidFormat, invalidSample, invalidSenderFormat, senderExists } from './errors.ts'
import { parseSender } from './rules.ts'
import { findStatus, insertSender, type Sender } from './store.ts'

/** A sender that an account would like to have. */
export interface WantedSender {
  readonly sender: string
  /** What will be sent with it, for the operator who decides. */
  readonly sampleContent: string
}

/** Reads what the API is asked, or throws the refusal that comes first. */
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
 * Asks the operator for a sender: it is pending until they decide. What is answered is also what is remembered under
 * the key.
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
