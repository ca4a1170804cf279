import { BoundedMap } from '../../engine/flow/bounded-map.ts'

/**
 * Whether a message is to be told "busy" once more, of as many times as it is to be told in all. Those that never came
 * back are forgotten, the oldest first, once there are more than `idsMax`.
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
