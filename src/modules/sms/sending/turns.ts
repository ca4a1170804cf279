/** The turn of a run among those of its account. */
export interface Turn {
  /** Resolves when all earlier turns have ended. */
  readonly ready: Promise<unknown>
  end(): void
}

/**
 * Runs of an account read their messages concurrently, but submit them in the order in which the runs began. So when a
 * carrier has little capacity, the oldest messages get it.
 */
export function createTurns(): (accountId: number) => Turn {
  const ends = new Map<number, Promise<unknown>>()
  return (accountId) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const ready = ends.get(accountId) ?? Promise.resolve()
    const finished = ready.then(() => ended)
    ends.set(accountId, finished)
    void finished.then(() => {
      if (ends.get(accountId) === finished) ends.delete(accountId)
    })
    return { ready, end }
  }
}
