import type { Tx } from '../../../engine/db/index.ts'
import type { SmsContext } from '../context.ts'
import { messageIdsOf, takeStep, type Within } from './step.ts'
import {
  allAccounts,
  findPlace,
  forgetRemoved,
  keepForNow,
  listKept,
  type RedactedRequest,
  redactMessages,
  redactRequests,
  savePlace,
  splitEnded,
} from './store-redaction.ts'
import { listOldestRequests, listOldRequests } from './store-removal.ts'

const requestsAtOnce = 500

/** Where a run is. */
interface Run {
  /** The last kept request that was looked at; null after all of them. */
  keptAfter: number | null
  keptWithin: Within | null
  /** The place among the other requests is stored, but not that within a large one: a repetition does no harm. */
  within: Within | null
}

interface Step<R> {
  readonly before: Date
  readonly limit: number
  readonly within: Within | null
  readonly save?: (tx: Tx, scope: number, place: R) => Promise<void>
}

interface Redacted<R> {
  /** Texts that were removed. */
  readonly texts: number
  /** The last complete request. */
  readonly last: R | undefined
  readonly within: Within | null
}

/**
 * Removes the texts of old requests of an account or of all accounts, about `limit` in each call, until it returns 0.
 * The place is stored, so that no run reads requests again whose texts are gone. Requests that have not ended are
 * remembered, and looked at once in each run.
 */
export function createRedaction({ db }: Pick<SmsContext, 'db'>) {
  const runs = new Map<number, Run>()

  /** Removes the texts of the first requests. A large request takes several steps, and its own text is removed last. */
  async function redact<R extends RedactedRequest>(
    scope: number,
    requests: readonly R[],
    { before, limit, within, save }: Step<R>,
  ): Promise<Redacted<R>> {
    const step = takeStep(requests, within, limit)
    const ids = step.pieces.map(({ request }) => request.id)
    // Whether a large request has ended is searched once.
    const known = ids.filter((id) => id === within?.requestId)
    const split = await splitEnded(
      db,
      ids.filter((id) => !known.includes(id)),
      before,
    )
    const ended = new Set([...known, ...split.ended])
    const messages = await redactMessages(db, messageIdsOf(step.pieces.filter(({ request }) => ended.has(request.id))))
    const next = step.within !== null && ended.has(step.within.requestId) ? step.within : null
    const complete = step.pieces.map(({ request }) => request).filter(({ id }) => id !== next?.requestId)
    const last = complete.at(-1)
    const texts = await db.transaction(async (tx) => {
      const redacted = await redactRequests(
        tx,
        complete.map(({ id }) => id).filter((id) => ended.has(id)),
      )
      await keepForNow(tx, scope, split.pending)
      if (last !== undefined) await save?.(tx, scope, last)
      return redacted
    })
    return { texts: texts + messages, last, within: next }
  }

  async function redactKept(run: Run, scope: number, before: Date, limit: number): Promise<number | null> {
    if (run.keptAfter === null) return null
    const requests = await listKept(db, scope, { before, after: run.keptAfter, limit: requestsAtOnce })
    if (requests.length === 0) {
      run.keptAfter = null
      return null
    }
    const { texts, last, within } = await redact(scope, requests, { before, limit, within: run.keptWithin })
    run.keptAfter = last?.id ?? run.keptAfter
    run.keptWithin = within
    return texts
  }

  async function redactNext(run: Run, accountId: number | null, before: Date, limit: number): Promise<number | null> {
    const scope = accountId ?? allAccounts
    const range = { before, after: await findPlace(db, scope), limit: requestsAtOnce }
    const requests = await (accountId === null ? listOldestRequests(db, range) : listOldRequests(db, accountId, range))
    if (requests.length === 0) return null
    const { texts, within } = await redact(scope, requests, { before, limit, within: run.within, save: savePlace })
    run.within = within
    return texts
  }

  return async (accountId: number | null, before: Date, limit: number): Promise<number> => {
    const scope = accountId ?? allAccounts
    if (!runs.has(scope)) await forgetRemoved(db, scope)
    const run = runs.get(scope) ?? { keptAfter: -1, keptWithin: null, within: null }
    runs.set(scope, run)
    for (;;) {
      const texts = (await redactKept(run, scope, before, limit)) ?? (await redactNext(run, accountId, before, limit))
      if (texts === null) {
        runs.delete(scope)
        return 0
      }
      if (texts > 0) return texts
    }
  }
}
