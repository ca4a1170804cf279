/** The position of a run among those of its account. */
export interface Line {
  /** Resolves when all earlier runs have left. */
  readonly front: Promise<unknown>
  leave(): void
}

/**
 * Runs of an account read their messages concurrently, but submit them in the order in which the runs began. So when a
 * carrier has little capacity, the oldest messages get it.
 */
export function createLines(): (accountId: number) => Line {
  const ends = new Map<number, Promise<unknown>>()
  return (accountId) => {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    const front = ends.get(accountId) ?? Promise.resolve()
    const end = front.then(() => left)
    ends.set(accountId, end)
    void end.then(() => {
      if (ends.get(accountId) === end) ends.delete(accountId)
    })
    return { front, leave }
  }
}
