/** The latest entries, and no more than `entriesMax`: at least half as many are always there. */
export interface Recent<Value> {
  get(key: number): Value | undefined
  set(key: number, value: Value): void
  clear(): void
}

/**
 * Two generations, the older of which is forgotten whole: to remove the oldest entries of one map one by one takes
 * longer the more were removed.
 */
export function createRecent<Value>(entriesMax: number): Recent<Value> {
  let young = new Map<number, Value>()
  let old = new Map<number, Value>()
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set(key, value) {
      if (young.size >= entriesMax / 2) {
        old = young
        young = new Map()
      }
      young.set(key, value)
    },
    clear() {
      young = new Map()
      old = new Map()
    },
  }
}
