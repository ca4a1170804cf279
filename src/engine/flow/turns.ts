import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs a generator to its end synchronously. */
export function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Runs a generator to its end and yields to the event loop at every `yield`. */
export async function finishInTurns<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await nextTurn()
  }
}
