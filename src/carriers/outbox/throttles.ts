import { BoundedMap } from '../../engine/flow/bounded-map.ts'

interface Throttled {
  /** Whether the carrier throttles as a whole; otherwise only this message waits. */
  readonly byCarrier: boolean
  /** The pause of the message. It grows with every throttle of its recipient. */
  readonly retryMs: number
}

const retryMsMin = 1_000
const retryMsMax = 60_000
/** This many throttled recipients, with no accepted message in between, mean that the carrier throttles as a whole. */
const recipientsInVain = 2
/** So do this many within `togetherMs`, even when other messages are accepted. */
const recipientsTogether = 3
const togetherMs = 10_000
/** The oldest recipients without an accepted message are dropped beyond this number. */
const phonesMax = 10_000

interface ThrottledRecipient {
  readonly phone: string
  readonly times: number
  readonly atMs: number
  /** The total of accepted messages at that time. */
  readonly passes: number
}

/** Distinguishes a carrier that throttles as a whole from one that throttles single recipients. */
export function createThrottles(now: () => number) {
  const throttled = new BoundedMap<string, ThrottledRecipient>(phonesMax)
  /** Recently throttled recipients that are not known to be throttled individually. */
  let recent: readonly ThrottledRecipient[] = []
  let passes = 0

  return {
    /** A message to this number was throttled. */
    note(phone: string): Throttled {
      const before = throttled.get(phone)
      const one = { phone, times: (before?.times ?? 0) + 1, atMs: now(), passes }
      throttled.set(phone, one)
      const retryMs = Math.min(retryMsMin * 2 ** (one.times - 1), retryMsMax)
      // Other messages were accepted since its last throttle, so the limit is about this recipient.
      if (before !== undefined && before.passes < passes) return { byCarrier: false, retryMs }

      const isNothingAcceptedSince = (other: ThrottledRecipient) => other.passes === passes
      const isRecent = (other: ThrottledRecipient) =>
        isNothingAcceptedSince(other) || one.atMs - other.atMs <= togetherMs
      const others = recent.filter((other) => other.phone !== phone && isRecent(other))
      recent = [one, ...others].slice(0, recipientsTogether)
      const inVain = recent.filter(isNothingAcceptedSince).length
      return { byCarrier: inVain >= recipientsInVain || recent.length >= recipientsTogether, retryMs }
    },
    /** A message to this number was accepted. */
    passed(phone: string) {
      passes += 1
      if (throttled.size > 0) throttled.delete(phone)
    },
  }
}
