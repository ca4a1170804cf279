import type { Clock } from '../../values/time.ts'
import type { Agenda } from '../agenda.ts'
import { type Lane, lanes } from '../carrier.ts'

/** Lets messages through at a rate, those of the first lane first. */
export interface Gate {
  /** Resolves when it is its turn, or when everybody is told to go. */
  pass(lane: Lane): Promise<void>
  /** The rate may have changed. */
  look(): void
  /** Nobody waits any longer: the connection is gone. */
  clear(): void
}

/** This much of a second's messages is kept for PINs: a burst of them passes at once, however many others wait. */
const keptShare = 0.1
/** What may go at once after a pause, as time: timers are no finer than a millisecond or two. */
const burstSeconds = 0.02

/** A rate of 0 is none. Time is the clock's, so that moving it makes room as waiting would. */
export function createGate(clock: Clock, agenda: Agenda, ratePerSecond: () => number): Gate {
  const waiting: Readonly<Record<Lane, (() => void)[]>> = { pin: [], single: [], bulk: [] }
  let room = Number.POSITIVE_INFINITY
  let filledAt = 0
  let lookAt = Number.POSITIVE_INFINITY

  const now = () => clock.now().getTime()
  const keptOf = (rate: number) => Math.max(1, rate * keptShare)
  const neededBy = (lane: Lane, rate: number) => (lane === 'pin' ? 1 : 1 + keptOf(rate))

  function fill(rate: number): void {
    const most = keptOf(rate) + Math.max(1, rate * burstSeconds)
    const time = now()
    room = Math.min(most, room + ((time - filledAt) * rate) / 1_000)
    filledAt = time
  }

  function look(): void {
    const rate = ratePerSecond()
    if (rate === 0) {
      clear()
      return
    }
    fill(rate)
    for (const lane of lanes) {
      const queue = waiting[lane]
      while (queue.length > 0 && room >= neededBy(lane, rate)) {
        room -= 1
        queue.shift()?.()
      }
      if (queue.length === 0) continue
      lookAgain(now() + Math.max(1, Math.ceil(((neededBy(lane, rate) - room) * 1_000) / rate)))
      return
    }
  }

  function lookAgain(at: number): void {
    if (at >= lookAt && lookAt > now()) return
    lookAt = at
    agenda.at(at, () => {
      if (lookAt === at) lookAt = Number.POSITIVE_INFINITY
      look()
    })
  }

  function clear(): void {
    for (const lane of lanes) for (const go of waiting[lane].splice(0)) go()
  }

  return {
    look,
    clear,
    pass(lane) {
      if (ratePerSecond() === 0) return Promise.resolve()
      return new Promise((resolve) => {
        waiting[lane].push(resolve)
        // Whoever comes while others of its lane wait is not let through before them, and they are looked after already.
        if (waiting[lane].length === 1) look()
      })
    },
  }
}
