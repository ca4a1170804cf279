/** A queue that both ends are taken from and put to, without moving all others. */
export class Deque<Item> {
  #items: (Item | undefined)[] = []
  /** Where the first one is. */
  #head = 0

  get size(): number {
    return this.#items.length - this.#head
  }

  get first(): Item | undefined {
    return this.#items[this.#head]
  }

  push(item: Item): void {
    this.#items.push(item)
  }

  /** Puts it before the first one that `isAfter` is true of. */
  insert(item: Item, isAfter: (other: Item) => boolean): void {
    let place = this.#head
    while (place < this.#items.length && !isAfter(this.#items[place] as Item)) place += 1
    if (place === this.#head && place > 0) {
      this.#head -= 1
      this.#items[this.#head] = item
    } else this.#items.splice(place, 0, item)
  }

  shift(): Item | undefined {
    const item = this.#items[this.#head]
    if (this.#head === this.#items.length) return undefined
    this.#items[this.#head] = undefined
    this.#head += 1
    if (this.#head === this.#items.length || this.#head >= emptyMax) {
      this.#items.splice(0, this.#head)
      this.#head = 0
    }
    return item
  }

  /** Takes out all that are like this, in order. */
  removeWhere(isLike: (item: Item) => boolean): Item[] {
    const removed: Item[] = []
    const kept: Item[] = []
    for (const item of this.#items.slice(this.#head) as Item[]) (isLike(item) ? removed : kept).push(item)
    this.#items = kept
    this.#head = 0
    return removed
  }

  clear(): Item[] {
    return this.removeWhere(() => true)
  }
}

/** How many places of those that left are kept before the others move up. */
const emptyMax = 1_024
