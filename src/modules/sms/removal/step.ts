/** The next message of a large request that is handled in several steps. */
export interface Within {
  readonly requestId: number
  readonly nextMessageId: number
}

interface Request {
  readonly id: number
  readonly firstMessageId: number | null
  readonly lastMessageId: number | null
}

/** A request and the messages that a step handles. Without messages, `last` is less than `first`. */
interface Piece<R extends Request> {
  readonly request: R
  readonly first: number
  readonly last: number
}

interface Step<R extends Request> {
  readonly pieces: readonly Piece<R>[]
  /** Where the last request continues; null if it is complete. */
  readonly within: Within | null
}

/** The next requests, with at most `limit` messages. */
export function takeStep<R extends Request>(requests: readonly R[], within: Within | null, limit: number): Step<R> {
  const pieces: Piece<R>[] = []
  let left = limit
  for (const request of requests) {
    if (left === 0) break
    const { id, firstMessageId, lastMessageId } = request
    const first = (within?.requestId === id ? within.nextMessageId : firstMessageId) ?? 0
    const end = lastMessageId ?? -1
    const last = Math.min(end, first + left - 1)
    pieces.push({ request, first, last })
    if (last < end) return { pieces, within: { requestId: id, nextMessageId: last + 1 } }
    left -= Math.max(0, last - first + 1)
  }
  return { pieces, within: null }
}

/** Ids of messages. Those of messages that do not exist any more do no harm. */
export const messageIdsOf = (pieces: readonly Piece<Request>[]): number[] =>
  pieces.flatMap(({ first, last }) =>
    Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index),
  )
