/**
 * Whether a message is to be told "busy" once more, of as many times as it is to be told in all. Those that never came
 * back are forgotten, the oldest first, once there are more than `idsMax`.
 */
export function createBusy(idsMax: number): (id: number, times: number) => boolean {
  const told = new Map<number, number>()
  return (id, times) => {
    if (times === 0) return false
    const before = told.get(id) ?? 0
    if (before >= times) {
      told.delete(id)
      return false
    }
    told.set(id, before + 1)
    const [oldest] = told.keys()
    if (oldest !== undefined && told.size > idsMax) told.delete(oldest)
    return true
  }
}
