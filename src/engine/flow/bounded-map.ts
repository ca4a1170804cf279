const evictedShare = 1 / 16

/**
 * A map with at most `max` entries. When it is full, the oldest are evicted. Setting a key again makes it the newest.
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

  /** Evicts several entries at a time, because a Map scans its deleted entries to find the first one. */
  #evict(): void {
    let left = Math.ceil(this.#max * evictedShare)
    for (const key of this.keys()) {
      this.delete(key)
      left -= 1
      if (left === 0) return
    }
  }
}
