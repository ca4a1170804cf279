/** A double-ended queue that does not move its items on every operation. */
export class Deque<Item> {
  #items: (Item | undefined)[] = []
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

  /** Inserts an item before the first one for which `isAfter` is true. */
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

/** Number of free slots at the front before the items are moved. */
const emptyMax = 1_024
