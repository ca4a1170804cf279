/** A run's place among those of its account. */
export interface Line {
  /** Resolves when all runs before it have left. */
  readonly front: Promise<unknown>
  leave(): void
}

/**
 * Lets the runs of an account, which read their messages at the same time, give them to the carrier in the order in
 * which the runs began: where there is room for a few alone, these are the oldest.
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
