/** What somebody may still ask. */
export interface Bucket {
  readonly tokens: number
  /** When there were that many, in milliseconds that only go forward. */
  readonly atMs: number
}

/** A bucket holds `size` tokens, and an empty one is full again after `fillSeconds`. */
export interface Rate {
  readonly size: number
  readonly fillSeconds: number
}

/** A bucket fills steadily and starts full. Each request takes one token, or is refused and takes none. */
export function takeToken(
  bucket: Bucket | undefined,
  { size, fillSeconds }: Rate,
  nowMs: number,
): { readonly taken: boolean; readonly bucket: Bucket } {
  const filled =
    bucket === undefined
      ? size
      : Math.min(size, bucket.tokens + (Math.max(0, nowMs - bucket.atMs) * size) / (fillSeconds * 1_000))
  const taken = filled >= 1
  return { taken, bucket: { tokens: taken ? filled - 1 : filled, atMs: nowMs } }
}

/**
 * A bucket that nobody took from for long enough is full, like one that was never there: so the ones longest unused can
 * be forgotten.
 */
const bucketsMax = 10_000

/** Counts requests in the memory of this process. */
export interface Buckets<Key> {
  take(key: Key, rate: Rate): { readonly taken: boolean; readonly bucket: Bucket }
}

export function createBuckets<Key>(nowMs: () => number): Buckets<Key> {
  const buckets = new Map<Key, Bucket>()
  return {
    take(key, rate) {
      const result = takeToken(buckets.get(key), rate, nowMs())
      // Taken out and put in again, the latest used are last.
      buckets.delete(key)
      const [oldest] = buckets.keys()
      if (buckets.size >= bucketsMax && oldest !== undefined) buckets.delete(oldest)
      buckets.set(key, result.bucket)
      return result
    },
  }
}
