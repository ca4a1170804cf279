import { afterCommit, type Tx } from '../../engine/db/index.ts'
import { webhooksTopic } from '../webhooks/index.ts'
import type { SmsContext } from './context.ts'
import { settleMessages } from './settle.ts'
import type { Endings } from './store-ending.ts'
import type { Paid } from './store-progress.ts'

/** What follows from what happened to messages, in the transaction that writes it: money moves, and after the commit it is counted and told. */
export async function follow(ctx: SmsContext, tx: Tx, taken: readonly Paid[], { ended, isTold }: Endings, now: Date): Promise<void> {
  await settleMessages(tx, taken, ended, now)
  afterCommit(tx, () => {
    ctx.smsMetrics.ended(ended, now)
    if (isTold) ctx.work.announce(webhooksTopic)
  })
}

export const nothingEnded: Endings = { ended: [], isTold: false }

export const together = (one: Endings, other: Endings): Endings => ({ ended: [...one.ended, ...other.ended], isTold: one.isTold || other.isTold })
