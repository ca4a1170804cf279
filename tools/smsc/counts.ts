/** What happened since the start, or since the counts were set back. */
export interface Counts {
  /** Messages that were taken: answered with ok, or to be, had the answer not been lost. */
  submitted: number
  /** Of these: never seen before, by source, destination and text with the numbers of its part. */
  distinct: number
  /** Of these: the same once more. */
  duplicate: number
  /** Of these: those whose answer was lost, by a fault that was asked for. */
  unanswered: number
  /** Refused for good. */
  refused: number
  /** Answered with a temporary error. */
  busy: number
  /** Answered with ESME_RTHROTTLED or ESME_RMSGQFUL. */
  throttled: number
  /** Each time that one was sent, the first and every further. */
  receiptsSent: number
  /** Answered with ok. */
  receiptsAcknowledged: number
  /** Not acknowledged yet: those to come, those under way, and those that nobody is bound for. */
  receiptsWaiting: number
  /** Thrown away because too many waited. */
  receiptsDropped: number
  binds: number
  /** Bound at this moment. */
  bound: number
  /** Bound connections that ended without an unbind. */
  connectionsLost: number
}

export const noCounts: Readonly<Counts> = {
  submitted: 0,
  distinct: 0,
  duplicate: 0,
  unanswered: 0,
  refused: 0,
  busy: 0,
  throttled: 0,
  receiptsSent: 0,
  receiptsAcknowledged: 0,
  receiptsWaiting: 0,
  receiptsDropped: 0,
  binds: 0,
  bound: 0,
  connectionsLost: 0,
}

/** In place, because everybody counts in the same object. What is so at this moment stays. */
export function resetCounts(counts: Counts): void {
  const { receiptsWaiting, bound } = counts
  Object.assign(counts, noCounts, { receiptsWaiting, bound })
}
