import type { RetentionRule } from '../../retention/index.ts'
import type { SmsContext } from '../context.ts'
import { createRedaction } from './redact.ts'
import { createAccountRemoval } from './remove-account.ts'
import { createPartitionRemoval, listOldPartitions } from './remove-partitions.ts'
import { countTexts } from './store-redaction.ts'
import { countBefore, countOfAccount } from './store-removal.ts'

/** For this long, replays under idempotency keys and late receipts look for messages. */
const neededDays = 2

/** How old messages, and texts of messages, are removed. */
export function smsRetentionRules(ctx: Pick<SmsContext, 'db' | 'log'>): RetentionRule[] {
  const { db } = ctx
  const removeOfAccount = createAccountRemoval(ctx)
  const removeOfAll = createPartitionRemoval(ctx)
  const redact = createRedaction(ctx)
  return [
    {
      name: 'SMS messages',
      dataClass: 'messages',
      atLeastDays: neededDays,
      remove: ({ accountId, before }, limit) =>
        accountId === null ? removeOfAll(before, limit) : removeOfAccount(accountId, before, limit),
      count: async ({ accountId, before }, max) =>
        accountId === null
          ? countBefore(db, (await listOldPartitions(db, before)).end, before, max)
          : countOfAccount(db, accountId, before, max),
    },
    {
      name: 'SMS texts',
      dataClass: 'texts',
      remove: ({ accountId, before }, limit) => redact(accountId, before, limit),
      count: ({ accountId, before }, max) => countTexts(db, accountId, before, max),
    },
  ]
}
