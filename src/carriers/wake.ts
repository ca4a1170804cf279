import type { Agenda } from './agenda.ts'

/**
 * Calls after so long. Agendas forget nothing, so there is one note at a time, and a second only for what is earlier.
 */
export function createWake(agenda: Agenda, now: () => number, call: () => void): (milliseconds: number) => void {
  let wakeAt = Number.POSITIVE_INFINITY
  return (milliseconds) => {
    const time = now()
    const at = time + milliseconds
    if (at >= wakeAt && wakeAt > time) return
    wakeAt = at
    agenda.at(at, () => {
      if (wakeAt === at) wakeAt = Number.POSITIVE_INFINITY
      call()
    })
  }
}
