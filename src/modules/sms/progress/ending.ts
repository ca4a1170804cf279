import { afterCommit, type Tx } from '../../../engine/db/index.ts'
import { webhooksTopic } from '../../webhooks/index.ts'
import type { SmsContext } from '../context.ts'
import type { Endings, PaidTogether } from '../model.ts'
import { settleMessages } from './settle.ts'
import { wipeTexts } from './store-progress.ts'

/** Those who pay for what has a secret text. */
const secretive = 'OTP'

/**
 * What follows from what happened to messages, in the transaction that writes it: money moves, the day is counted,
 * secrets go, and after the commit it is counted and told.
 */
export async function follow(
  ctx: SmsContext,
  tx: Tx,
  taken: readonly PaidTogether[],
  { ended, isTold }: Endings,
  now: Date,
): Promise<void> {
  await settleMessages(tx, taken, ended, now)
  const unsent = ended.filter(({ product, submittedAt }) => product === secretive && submittedAt === null)
  if (unsent.length > 0) await wipeTexts(tx, [...new Set(unsent.map(({ requestId }) => requestId))])
  afterCommit(tx, () => {
    ctx.smsMetrics.ended(ended, now)
    ctx.callRecords?.add(ended.map(({ id }) => id))
    if (isTold) ctx.work.announce(webhooksTopic)
  })
}

export const nothingEnded: Endings = { ended: [], isTold: false }

export const together = (one: Endings, other: Endings): Endings => ({
  ended: [...one.ended, ...other.ended],
  isTold: one.isTold || other.isTold,
})
