/** The limits of a run on a quiet machine. */
export interface Limits {
  /** From the end of a fault until sends are accepted by every api and reach the message centre. */
  readonly recoverySeconds: number
  /** The longest that a process that runs may leave /health unanswered. */
  readonly silenceSeconds: number
  /** After how long /ready must say that no send is accepted. */
  readonly unreadySeconds: number
  /**
   * The longest time without any submit while a worker is frozen and another one serves. Its row locks end after 5 s,
   * its leases on connections after 5 s, and those on rows after 10 s.
   */
  readonly gapSeconds: number
  /** The longest that a message may wait while neither a fault nor an older message is in its way. */
  readonly waitSeconds: number
  /** How much less than the truth the queue age may say. */
  readonly ageSeconds: number
  /** How many later bulk requests may be sent completely before an earlier one is. */
  readonly overtakenMax: number
  readonly window: number
  readonly binds: number
  readonly price: number
}

const quiet = {
  recoverySeconds: 30,
  silenceSeconds: 10,
  unreadySeconds: 5,
  gapSeconds: 12,
  waitSeconds: 30,
  ageSeconds: 10,
} as const
/** Two workers hold 32 batches, and one of them may be slower. */
const overtakenMax = 100

export const gapSecondsOf = (patience: number) => patience * quiet.gapSeconds

/** Patience multiplies every time limit, for a machine that is busy with something else. */
export const limitsFor = (patience: number, carrier: Pick<Limits, 'window' | 'binds' | 'price'>): Limits => ({
  recoverySeconds: patience * quiet.recoverySeconds,
  silenceSeconds: patience * quiet.silenceSeconds,
  unreadySeconds: patience * quiet.unreadySeconds,
  gapSeconds: gapSecondsOf(patience),
  waitSeconds: patience * quiet.waitSeconds,
  ageSeconds: patience * quiet.ageSeconds,
  overtakenMax,
  ...carrier,
})
