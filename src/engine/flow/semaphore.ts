import { Deque } from './deque.ts'

/** Lets so many run at the same time; the others wait, in order. */
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

  /** Whether one more would have to wait. */
  get isFull(): boolean {
    return this.#running >= this.#places
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isFull) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await work()
    } finally {
      // Whoever goes hands over its place.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
