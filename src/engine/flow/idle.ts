/** Counts running operations and resolves when there are none. */
export class Idle {
  #count = 0
  #waiting: (() => void)[] = []

  get count(): number {
    return this.#count
  }

  enter(): void {
    this.#count += 1
  }

  leave(): void {
    this.#count -= 1
    if (this.#count > 0 || this.#waiting.length === 0) return
    const woken = this.#waiting
    this.#waiting = []
    for (const wake of woken) wake()
  }

  /** Counts a promise until it settles. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.enter()
    try {
      return await work
    } finally {
      this.leave()
    }
  }

  /** Resolves when no operation is running. */
  async wait(): Promise<void> {
    while (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
