/** The share of entries that make room together. */
const evictedShare = 1 / 16

/**
 * A map that never holds more than `max` entries: when it is full, the oldest make room. Setting a key again makes it
 * the youngest.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number

  constructor(max: number) {
    super()
    this.#max = max
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    if (this.size >= this.#max) this.#evict()
    return super.set(key, value)
  }

  /** Several at a time: a map walks over the entries that it lost to find its first. */
  #evict(): void {
    let left = Math.ceil(this.#max * evictedShare)
    for (const key of this.keys()) {
      this.delete(key)
      left -= 1
      if (left === 0) return
    }
  }
}
