import { BoundedMap } from '../../engine/flow/bounded-map.ts'

/** Tells a carrier that throttles as a whole from one that throttles a single recipient. */
export interface Throttles {
  /** A message to this number was throttled. */
  note(phone: string): Throttled
  /** A message to this number was taken. */
  passed(phone: string): void
}

export interface Throttled {
  /** Whether the carrier throttles as a whole; otherwise only this message has to wait. */
  readonly byCarrier: boolean
  /** How long the message waits: longer with every throttle of its recipient. */
  readonly retryMs: number
}

const retryMsMin = 1_000
const retryMsMax = 60_000
/** The carrier throttles as a whole when so many recipients are throttled and nothing is taken in between… */
const recipientsInVain = 2
/** …or so many within this time, though others are taken. */
const recipientsTogether = 3
const togetherMs = 10_000
/** Recipients that never got a message through are forgotten, the oldest first. */
const phonesMax = 10_000

interface Known {
  readonly phone: string
  readonly times: number
  readonly atMs: number
  /** How many messages had been taken in all. */
  readonly passes: number
}

export function createThrottles(now: () => number): Throttles {
  const known = new BoundedMap<string, Known>(phonesMax)
  /** The last recipients that were throttled and are not known to be throttled by themselves. */
  let recent: readonly Known[] = []
  let passes = 0

  return {
    note(phone) {
      const before = known.get(phone)
      const one = { phone, times: (before?.times ?? 0) + 1, atMs: now(), passes }
      known.set(phone, one)
      const retryMs = Math.min(retryMsMin * 2 ** (one.times - 1), retryMsMax)
      // Others were taken since it was throttled last: it is this recipient.
      if (before !== undefined && before.passes < passes) return { byCarrier: false, retryMs }

      const isNothingTakenSince = (other: Known) => other.passes === passes
      const isRecent = (other: Known) => isNothingTakenSince(other) || one.atMs - other.atMs <= togetherMs
      const others = recent.filter((other) => other.phone !== phone && isRecent(other))
      recent = [one, ...others].slice(0, recipientsTogether)
      const inVain = recent.filter(isNothingTakenSince).length
      return { byCarrier: inVain >= recipientsInVain || recent.length >= recipientsTogether, retryMs }
    },
    passed(phone) {
      passes += 1
      if (known.size > 0) known.delete(phone)
    },
  }
}
