import type { SmsContext } from '../context.ts'
import { messageIdsOf, takeStep, type Within } from './step.ts'
import { deleteMessages, deleteRequests, listOldRequests, type RequestPlace } from './store-removal.ts'

/** Where a run is: after a request, or within the messages of a large one. */
interface Progress {
  readonly after: RequestPlace | null
  readonly within: Within | null
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
      const { after, within } = runs.get(accountId) ?? start
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
