/** Due rows that this process skips for a moment. A later due_at would also change the order and age of the row. */
export interface Resting {
  add(id: number, milliseconds: number): void
  ids(): number[]
  /** Time until the first row may be claimed again; infinite when there are none. */
  nextMs(): number
}

/** Uses `now`, so that moving the clock ends a rest too. */
export function createResting(now: () => number): Resting {
  const ends = new Map<number, number>()
  return {
    add: (id, milliseconds) => void ends.set(id, now() + milliseconds),
    ids() {
      for (const [id, end] of ends) if (end <= now()) ends.delete(id)
      return [...ends.keys()]
    },
    nextMs: () => Math.min(...ends.values()) - now(),
  }
}
