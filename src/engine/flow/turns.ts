import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs work that yields between its pieces to its end, at once. */
export function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** The same, but others get a turn between the pieces. */
export async function finishInTurns<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await nextTurn()
  }
}
