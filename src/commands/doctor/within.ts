/** What a promise gives, or the error when that takes too long. */
export function within<T>(msMax: number, promise: Promise<T>, late: () => Error): Promise<T> {
  const { promise: end, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), msMax)
  return Promise.race([promise, end]).finally(() => clearTimeout(timer))
}
