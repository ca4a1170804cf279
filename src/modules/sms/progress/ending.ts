import { afterCommit, type Tx } from '../../../engine/db/index.ts'
import { webhooksTopic } from '../../webhooks/index.ts'
import type { SmsContext } from '../context.ts'
import type { Endings, PaidTotal } from '../model.ts'
import { settleMessages } from './settle.ts'
import { wipeTexts } from './store-progress.ts'

/** The only product whose messages have a sealed text. */
const sealedProduct = 'OTP'

/**
 * Applies the side effects of submits and endings, in the transaction that writes them: settles holds, counts the day
 * and deletes sealed texts. After the commit, updates metrics and call records and wakes the webhook worker.
 */
export async function applySideEffects(
  ctx: SmsContext,
  tx: Tx,
  taken: readonly PaidTotal[],
  { ended, isTold }: Endings,
  now: Date,
): Promise<void> {
  await settleMessages(tx, taken, ended, now)
  const unsent = ended.filter(({ product, submittedAt }) => product === sealedProduct && submittedAt === null)
  if (unsent.length > 0) await wipeTexts(tx, [...new Set(unsent.map(({ requestId }) => requestId))])
  afterCommit(tx, () => {
    ctx.smsMetrics.ended(ended, now)
    ctx.callRecords?.add(ended.map(({ id }) => id))
    if (isTold) ctx.work.announce(webhooksTopic)
  })
}

export const nothingEnded: Endings = { ended: [], isTold: false }

export const mergeEndings = (one: Endings, other: Endings): Endings => ({
  ended: [...one.ended, ...other.ended],
  isTold: one.isTold || other.isTold,
})
