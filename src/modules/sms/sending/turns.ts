import { Deque } from '../../../engine/flow/deque.ts'

/** The turn of a run: to read its messages, and then to submit them. */
export interface Turn {
  /** Resolves when the messages may be read. */
  readonly mayRead: Promise<void>
  /** Resolves when all earlier turns of the account have ended. */
  readonly ready: Promise<unknown>
  /** May be called twice. */
  end(): void
}

interface Waiting {
  readonly messages: number
  start(): void
}

/**
 * Runs of an account submit their messages in the order in which the runs began. So when a carrier has little capacity,
 * the oldest messages get it.
 *
 * Runs read concurrently, but no more than `messagesMax` messages that have not been submitted. Otherwise all runs of a
 * lane would read their messages when a few of them have capacity, which delays everything else.
 */
export function createTurns(messagesMax: number): (accountId: number, messages: number) => Turn {
  const ends = new Map<number, Promise<unknown>>()
  const waiting = new Deque<Waiting>()
  let inHand = 0

  function startNext(): void {
    for (
      let { first } = waiting;
      first && (inHand === 0 || inHand + first.messages <= messagesMax);
      { first } = waiting
    ) {
      waiting.shift()
      first.start()
    }
  }

  return (accountId, messages) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const ready = ends.get(accountId) ?? Promise.resolve()
    const finished = ready.then(() => ended)
    ends.set(accountId, finished)
    void finished.then(() => {
      if (ends.get(accountId) === finished) ends.delete(accountId)
    })

    const { promise: mayRead, resolve: allow } = Promise.withResolvers<void>()
    let [isReading, isOver] = [false, false]
    waiting.push({
      messages,
      start() {
        if (isOver) return
        isReading = true
        inHand += messages
        allow()
      },
    })
    startNext()
    return {
      mayRead,
      ready,
      end() {
        if (isOver) return
        isOver = true
        end()
        if (isReading) inHand -= messages
        startNext()
      },
    }
  }
}
