/** Counters since the start or the last reset. */
export interface Counts {
  /** Accepted messages, including those whose answer was lost. */
  submitted: number
  /** The part of `submitted` that is new by source, destination, text and segment number. */
  distinct: number
  /** The part of `submitted` that repeats an earlier message. */
  duplicate: number
  /** The part of `submitted` whose answer was lost by an injected fault. */
  unanswered: number
  /** The part of `submitted` that appears on the screen at once (message class 0). */
  flash: number
  /** The part of `submitted` without text. */
  binary: number
  /** Permanently rejected. */
  refused: number
  /** Answered with a temporary error. */
  busy: number
  /** Answered with ESME_RTHROTTLED or ESME_RMSGQFUL. */
  throttled: number
  /** Every transmission of a receipt, including repetitions. */
  receiptsSent: number
  /** Answered with ok. */
  receiptsAcknowledged: number
  /** Scheduled, sent but unacknowledged, or waiting for a bind. */
  receiptsWaiting: number
  /** Dropped because too many were waiting. */
  receiptsDropped: number
  binds: number
  /** Currently bound. */
  bound: number
  /** Bound connections that ended without an unbind. */
  connectionsLost: number
}

export const noCounts: Readonly<Counts> = {
  submitted: 0,
  distinct: 0,
  duplicate: 0,
  unanswered: 0,
  flash: 0,
  binary: 0,
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

/** Changes the shared object in place and keeps the current state. */
export function resetCounts(counts: Counts): void {
  const { receiptsWaiting, bound } = counts
  Object.assign(counts, noCounts, { receiptsWaiting, bound })
}
