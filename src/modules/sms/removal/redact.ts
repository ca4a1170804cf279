import type { SmsContext } from '../context.ts'
import {
  allAccounts,
  type EndedRequest,
  findPlace,
  forgetRemoved,
  keepForNow,
  listEndedKept,
  redactMessages,
  redactRequests,
  savePlace,
  splitEnded,
} from './store-redaction.ts'
import { listOldestRequests, listOldRequests } from './store-removal.ts'

const requestsAtOnce = 500

export type RedactTexts = (accountId: number | null, before: Date, limit: number) => Promise<number>

/**
 * Removes the texts of old requests of an account or of all accounts, about `limit` in each call, until it returns 0.
 * The place is stored, so that no run reads requests again whose texts are gone. Requests that have not ended are
 * remembered, and looked at once in each run.
 */
export function createRedaction({ db }: Pick<SmsContext, 'db'>): RedactTexts {
  /** The last kept request that was looked at in this run, by account. */
  const runs = new Map<number, number>()

  async function redact(requests: readonly EndedRequest[], limit: number): Promise<void> {
    let ids: number[] = []
    for (const { firstMessageId, lastMessageId } of requests) {
      for (let id = firstMessageId ?? 0; id <= (lastMessageId ?? -1); id += 1) {
        ids.push(id)
        if (ids.length < limit) continue
        await redactMessages(db, ids)
        ids = []
      }
    }
    await redactMessages(db, ids)
  }

  async function redactKept(scope: number, before: Date, limit: number): Promise<number> {
    const after = runs.get(scope) ?? -1
    const ended = await listEndedKept(db, scope, { before, after, limit: Math.min(limit, requestsAtOnce) })
    runs.set(scope, ended.at(-1)?.id ?? Number.MAX_SAFE_INTEGER)
    await redact(ended, limit)
    return db.transaction((tx) => redactRequests(tx, idsOf(ended)))
  }

  async function redactNext(accountId: number | null, before: Date, limit: number): Promise<number | null> {
    const scope = accountId ?? allAccounts
    const range = { before, after: await findPlace(db, scope), limit: Math.min(limit, requestsAtOnce) }
    const requests = await (accountId === null ? listOldestRequests(db, range) : listOldRequests(db, accountId, range))
    const last = requests.at(-1)
    if (last === undefined) return null
    const { ended, pending } = await splitEnded(db, requests, before)
    await redact(ended, limit)
    return db.transaction(async (tx) => {
      const redacted = await redactRequests(tx, idsOf(ended))
      await keepForNow(tx, scope, pending)
      await savePlace(tx, scope, last)
      return redacted
    })
  }

  return async (accountId, before, limit) => {
    const scope = accountId ?? allAccounts
    if (!runs.has(scope)) await forgetRemoved(db, scope)
    for (;;) {
      const kept = await redactKept(scope, before, limit)
      if (kept > 0) return kept
      const redacted = await redactNext(accountId, before, limit)
      if (redacted === null) {
        runs.delete(scope)
        return 0
      }
      if (redacted > 0) return redacted
    }
  }
}

const idsOf = (requests: readonly EndedRequest[]) => requests.map(({ id }) => id)
