/**
 * Rows that are due, and that this process leaves alone for a moment. A later due_at would do the same, but the row
 * would lose its place among the others, and its age.
 */
export interface Resting {
  add(id: number, milliseconds: number): void
  ids(): number[]
  /** How long until the first of them may be claimed again; infinite when there is none. */
  nextMs(): number
}

/** Time is whatever `now` says, so that a moved clock ends a rest as waiting would. */
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
