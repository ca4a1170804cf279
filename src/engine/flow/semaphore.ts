import { Deque } from './deque.ts'

/** Limits the number of concurrent functions; the others wait in order. */
export class Semaphore {
  readonly #places: number
  readonly #waiting = new Deque<() => void>()
  #running = 0

  constructor(places: number) {
    this.#places = places
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Whether the next function would have to wait. */
  get isFull(): boolean {
    return this.#running >= this.#places
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isFull) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await work()
    } finally {
      // Hand the slot to the next waiting function.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
