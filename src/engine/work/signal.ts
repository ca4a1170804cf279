/** An interruptible sleep: `wait` ends after the given time, when fired, or at once if fired since the last reset. */
export function createSignal() {
  const sleepers = new Set<() => void>()
  let fired = false
  return {
    fire() {
      fired = true
      for (const wakeUp of sleepers) wakeUp()
    },
    fired: () => fired,
    reset() {
      fired = false
    },
    wait(milliseconds: number): Promise<void> {
      if (fired) return Promise.resolve()
      return new Promise((resolve) => {
        const wakeUp = () => {
          clearTimeout(timer)
          sleepers.delete(wakeUp)
          resolve()
        }
        const timer = setTimeout(wakeUp, Math.max(0, milliseconds))
        sleepers.add(wakeUp)
      })
    },
  }
}
