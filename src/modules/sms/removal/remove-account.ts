import type { SmsContext } from '../context.ts'
import { deleteMessages, deleteRequests, listOldRequests, type OldRequest, type RequestPlace } from './store-removal.ts'

/** Where a run is: after a request, or within the messages of a large one. */
interface Progress {
  readonly after: RequestPlace | null
  readonly within: { readonly requestId: number; readonly nextMessageId: number } | null
}

const start: Progress = { after: null, within: null }

/** Requests that are read at once. Some have no messages, and some are kept. */
const requestsAtOnce = 500

export type RemoveOfAccount = (accountId: number, before: Date, limit: number) => Promise<number>

/**
 * Removes old messages and requests of an account, about `limit` in each call, until it returns 0. Remembers how far
 * it came, so that pending messages are passed once in each run.
 */
export function createAccountRemoval({ db }: Pick<SmsContext, 'db'>): RemoveOfAccount {
  const runs = new Map<number, Progress>()

  return async (accountId, before, limit) => {
    for (;;) {
      const run = runs.get(accountId) ?? start
      const requests = await listOldRequests(db, accountId, { before, after: run.after, limit: requestsAtOnce })
      if (requests.length === 0) {
        runs.delete(accountId)
        return 0
      }
      const { taken, messageIds, progress } = takeStep(requests, run, limit)
      const removed = await db.transaction(
        async (tx) =>
          (await deleteMessages(tx, accountId, messageIds, before)) +
          (await deleteRequests(tx, accountId, taken, before)),
      )
      runs.set(accountId, progress)
      if (removed > 0) return removed
    }
  }
}

interface Step {
  /** Requests whose last messages are in this step. */
  readonly taken: readonly number[]
  readonly messageIds: readonly number[]
  readonly progress: Progress
}

/** The next messages, and the requests that end with them. Ids of messages that do not exist any more do no harm. */
function takeStep(requests: readonly OldRequest[], { after, within }: Progress, limit: number): Step {
  const taken: number[] = []
  const messageIds: number[] = []
  let place = after
  for (const { id, createdAt, firstMessageId, lastMessageId } of requests) {
    const first = (within?.requestId === id ? within.nextMessageId : firstMessageId) ?? 0
    const last = lastMessageId ?? -1
    const end = Math.min(last, first + limit - messageIds.length - 1)
    for (let messageId = first; messageId <= end; messageId += 1) messageIds.push(messageId)
    if (end < last)
      return { taken, messageIds, progress: { after: place, within: { requestId: id, nextMessageId: end + 1 } } }
    taken.push(id)
    place = { id, createdAt }
  }
  return { taken, messageIds, progress: { after: place, within: null } }
}
