/** Rejects when the promise takes longer than `msMax`. */
export function withTimeout<T>(msMax: number, promise: Promise<T>, timeoutError: () => Error): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(timeoutError()), msMax)
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
