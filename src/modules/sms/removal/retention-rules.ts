import type { RetentionRule, RulesContext } from '../../table-data/index.ts'
import { createRedaction } from './redact.ts'
import { createPartitionRemoval, listOldPartitions, listOldRequestPartitions } from './remove-partitions.ts'
import { messageIdsOf, takeStep, type Within } from './step.ts'
import { countTexts } from './store-redaction.ts'
import {
  countBefore,
  countOfAccount,
  deleteMessages,
  deleteRequests,
  listOldRequests,
  type RequestPlace,
} from './store-removal.ts'

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

/** Where a run is: after a request, or within the messages of a large one. */
interface Progress {
  readonly after: RequestPlace | null
  readonly within: Within | null
}

/** Requests that are read at once. Some have no messages, and some are kept. */
const requestsAtOnce = 500

/**
 * Removes old messages and requests of an account, about `limit` in each call, until it returns 0. Remembers how far
 * it came, so that pending messages are passed once in each run.
 */
function createAccountRemoval({ db }: RulesContext) {
  const runs = new Map<number, Progress>()

  return async (accountId: number, before: Date, limit: number): Promise<number> => {
    for (;;) {
      const { after, within } = runs.get(accountId) ?? { after: null, within: null }
      const requests = await listOldRequests(db, accountId, { before, after, limit: requestsAtOnce })
      if (requests.length === 0) {
        runs.delete(accountId)
        return 0
      }
      const step = takeStep(requests, within, limit)
      const taken = step.pieces.map(({ request }) => request).filter(({ id }) => id !== step.within?.requestId)
      const takenIds = taken.map(({ id }) => id)
      const removed = await db.transaction(
        async (tx) =>
          (await deleteMessages(tx, accountId, messageIdsOf(step.pieces), before)) +
          (await deleteRequests(tx, accountId, takenIds, before)),
      )
      runs.set(accountId, { after: taken.at(-1) ?? after, within: step.within })
      if (removed > 0) return removed
    }
  }
}
