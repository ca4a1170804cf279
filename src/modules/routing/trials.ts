/** Counts the messages that carriers on trial may still get. Each process counts its own. */
export interface Trials {
  /** Sets the carriers that are on trial. */
  keep(onTrial: readonly OnTrial[], now: Date): void
  /** Whether the carrier may get another message; always true without a trial. */
  isOpen(carrier: string): boolean
  spend(carrier: string): void
}

export interface OnTrial {
  readonly name: string
  readonly since: Date
  /** The number of messages in a trial. */
  readonly trialMessages: number
  /** After this time, the trial gets the same number again. */
  readonly outSeconds: number
}

interface Trial {
  readonly since: Date
  left: number
  filledAtMs: number
}

/** A chosen message may never be sent, so a trial without a verdict gets new messages after a while. */
export function createTrials(): Trials {
  let trials: ReadonlyMap<string, Trial> = new Map()

  function trialOf({ name, since, trialMessages, outSeconds }: OnTrial, nowMs: number): Trial {
    const before = trials.get(name)
    if (before?.since.getTime() !== since.getTime()) return { since, left: trialMessages, filledAtMs: nowMs }
    if (nowMs - before.filledAtMs >= outSeconds * 1_000) {
      before.left = trialMessages
      before.filledAtMs = nowMs
    }
    return before
  }

  return {
    keep(onTrial, now) {
      trials = new Map(onTrial.map((one) => [one.name, trialOf(one, now.getTime())]))
    },
    isOpen: (carrier) => (trials.get(carrier)?.left ?? 1) > 0,
    spend(carrier) {
      const trial = trials.get(carrier)
      if (trial !== undefined) trial.left -= 1
    },
  }
}
