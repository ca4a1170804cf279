import type { RetentionRule, RulesContext } from '../../table-data/index.ts'
import { listOldPartitions, listOldRequestPartitions } from './old-partitions.ts'
import { createRedaction } from './redact.ts'
import { createAccountRemoval } from './remove-account.ts'
import { createPartitionRemoval } from './remove-partitions.ts'
import { countTexts } from './store-redaction.ts'
import { countBefore, countOfAccount } from './store-removal.ts'

/** For this long, replays under idempotency keys and late receipts look for messages. */
const neededDays = 2

/** How old messages, and texts of messages, are removed. */
export function smsRetentionRules(ctx: RulesContext): RetentionRule[] {
  const { db } = ctx
  const removeOfAccount = createAccountRemoval(ctx)
  const partitions = createPartitionRemoval(ctx)
  const redact = createRedaction(ctx)
  return [
    {
      name: 'SMS messages and requests',
      dataClass: 'messages',
      atLeastDays: neededDays,
      remove: ({ accountId, before }, limit) =>
        accountId === null ? partitions.remove(before, limit) : removeOfAccount(accountId, before, limit),
      tidy: (now) => partitions.dropEmpty(now),
      async count({ accountId, before }, max) {
        if (accountId !== null) return countOfAccount(db, accountId, before, max)
        const messages = await listOldPartitions(db, before)
        const requests = await listOldRequestPartitions(db, before, messages.end)
        return countBefore(db, { messageId: messages.end, requestId: requests.end }, before, max)
      },
    },
    {
      name: 'SMS texts',
      dataClass: 'texts',
      remove: ({ accountId, before }, limit) => redact(accountId, before, limit),
      count: ({ accountId, before }, max) => countTexts(db, accountId, before, max),
    },
  ]
}
