import { BoundedMap } from '../../engine/flow/bounded-map.ts'

/**
 * Counts how many times each message was told "busy", and returns true until the given number is reached. Beyond
 * `idsMax`, the oldest messages are dropped.
 */
export function createBusyTimes(idsMax: number): (id: number, times: number) => boolean {
  const told = new BoundedMap<number, number>(idsMax)
  return (id, times) => {
    if (times === 0) return false
    const before = told.get(id) ?? 0
    if (before >= times) {
      told.delete(id)
      return false
    }
    told.set(id, before + 1)
    return true
  }
}
