import type { SharedRates } from '../../../engine/flow/shared-rates.ts'

/** Limits the wrong passwords of each key, such as an address. */
export interface Guesses {
  /** Whether one of the keys has no attempt left. */
  isSlowed(keys: readonly string[]): boolean
  /** Runs a check; a wrong password takes one attempt from every key. Null when no attempt is left. */
  attempt(keys: readonly string[], check: () => Promise<boolean>): Promise<boolean | null>
}

/** Ten wrong passwords at once, then one every ten seconds. */
const wrongRate = { size: 10, perSecond: 0.1 }
/** Tolerance for rounding errors. */
const roundingMax = 1e-6

export function limitGuesses(rates: SharedRates): Guesses {
  const running = new Map<string, Set<Promise<unknown>>>()

  const left = (key: string) => Math.floor(rates.left(key, wrongRate) + roundingMax)

  /**
   * Waits while running checks would use up the attempts if all were wrong. Otherwise many parallel checks could pass
   * before the first wrong password is counted.
   */
  async function takePlace(keys: readonly string[]): Promise<boolean> {
    for (;;) {
      if (keys.some((key) => left(key) < 1)) return false
      const busy = keys.map((key) => ({ places: left(key), checks: running.get(key) ?? new Set() }))
      const full = busy.find(({ places, checks }) => checks.size >= places)
      if (full === undefined) return true
      await Promise.race(full.checks)
    }
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
    isSlowed: (keys) => keys.some((key) => left(key) < 1),
    async attempt(keys, check) {
      if (!(await takePlace(keys))) return null
      const checked = check().then((isRight) => {
        if (!isRight) for (const key of keys) rates.take(key, wrongRate)
        return isRight
      })
      track(keys, checked)
      return checked
    },
  }
}
