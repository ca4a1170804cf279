import { BoundedMap } from '../../engine/flow/bounded-map.ts'

/**
 * Whether a message that is to wait is to do so for its own sake: it was told so as many times, while others passed in
 * between. A provider may have a limit for each number, and then nobody else has to wait. Those that never came back
 * are forgotten, the oldest first, once there are more than `idsMax`.
 */
export function createSlowed(timesMax: number, idsMax: number): (id: number, passes: number) => boolean {
  const told = new BoundedMap<number, { readonly times: number; readonly passes: number }>(idsMax)
  return (id, passes) => {
    const before = told.get(id) ?? { times: 0, passes: -1 }
    const times = before.times + (before.passes === passes ? 0 : 1)
    told.delete(id)
    if (times > timesMax) return true
    told.set(id, { times, passes })
    return false
  }
}
