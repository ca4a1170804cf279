/** How many messages may still try a carrier that is on trial. Each process has its own. */
export interface Trials {
  /** Those that are on trial now, and since when. */
  keep(onTrial: readonly OnTrial[], now: Date): void
  /** Whether one more may go: always where there is no trial. */
  isOpen(carrier: string): boolean
  spend(carrier: string): void
}

export interface OnTrial {
  readonly name: string
  readonly since: Date
  /** So many may try it… */
  readonly trialMessages: number
  /** …and as many again after this long. */
  readonly outSeconds: number
}

interface Trial {
  readonly since: Date
  left: number
  filledAtMs: number
}

/** What was chosen may never be sent, so a trial that has no verdict after a while gets as many again. */
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
