/** The waits after refused attempts; the last one is repeated. */
const waitSeconds = [1, 5, 15, 60, 300, 900, 1_800, 3_600]
/** The maximum random share of a wait, so that deliveries that were refused together are not repeated together. */
const jitter = 0.2

/** After so many attempts, a refused delivery no longer holds back later ones of its number. */
export const holdsMax = 5

export function nextTry(now: Date, attempts: number): Date {
  const seconds = waitSeconds[Math.min(attempts, waitSeconds.length) - 1] ?? 0
  return new Date(now.getTime() + seconds * 1_000 * (1 + jitter * Math.random()))
}
