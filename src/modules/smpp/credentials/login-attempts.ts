import type { SharedRates } from '../../../engine/flow/shared-rates.ts'

/** Ten wrong passwords at once, then one every ten seconds. */
const wrongRate = { size: 10, perSecond: 0.1 }
/** Tolerance for rounding errors. */
const roundingMax = 1e-6

/** Limits the wrong passwords of each key, such as an address. */
export function limitLoginAttempts(rates: SharedRates) {
  const running = new Map<string, Set<Promise<void>>>()

  const left = (key: string) => Math.floor(rates.left(key, wrongRate) + roundingMax)
  const isSlowed = (keys: readonly string[]) => keys.some((key) => left(key) < 1)

  /** Running checks of a key that would use up its attempts if all were wrong; null when no key has so many. */
  function findFull(keys: readonly string[]): ReadonlySet<Promise<void>> | null {
    for (const key of keys) {
      const checks = running.get(key)
      if (checks !== undefined && checks.size >= left(key)) return checks
    }
    return null
  }

  function track(keys: readonly string[], check: Promise<unknown>): void {
    const ended = check.then(
      () => {},
      () => {},
    )
    for (const key of keys) running.set(key, (running.get(key) ?? new Set()).add(ended))
    void ended.then(() => {
      for (const key of keys) {
        const checks = running.get(key)
        checks?.delete(ended)
        if (checks?.size === 0) running.delete(key)
      }
    })
  }

  return {
    /** Whether one of the keys has no attempt left. */
    isSlowed,
    /** Runs a check; a wrong password takes one attempt from every key. Null when no attempt is left. */
    async attempt(keys: readonly string[], check: () => Promise<boolean>): Promise<boolean | null> {
      for (;;) {
        if (isSlowed(keys)) return null
        const full = findFull(keys)
        if (full === null) break
        await Promise.race(full)
      }
      // Nothing is awaited between the look and the reservation: parallel checks would all see the same free place.
      const checked = check().then((isRight) => {
        if (!isRight) for (const key of keys) rates.take(key, wrongRate)
        return isRight
      })
      track(keys, checked)
      return checked
    },
  }
}
