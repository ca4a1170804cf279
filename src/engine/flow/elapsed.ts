/** A larger difference between the clocks is a suspend; smaller ones are corrections of the wall clock. */
const suspendMsMin = 1_000

/**
 * A monotonic clock that goes on while the machine is suspended, unlike that of Node. A wall clock that is set forward
 * looks the same, so it also counts: for a lease, ending too early is safe.
 */
export function createElapsed(monotonicMs: () => number, wallMs: () => number): () => number {
  let suspendedMs = 0
  let [lastMonotonicMs, lastWallMs] = [monotonicMs(), wallMs()]
  return () => {
    const [monotonic, wall] = [monotonicMs(), wallMs()]
    const missedMs = wall - lastWallMs - (monotonic - lastMonotonicMs)
    if (missedMs >= suspendMsMin) suspendedMs += missedMs
    lastMonotonicMs = monotonic
    lastWallMs = wall
    return monotonic + suspendedMs
  }
}

/** For leases: another process claims them by the clock of the database. */
export const elapsedMs = createElapsed(
  () => performance.now(),
  () => Date.now(),
)
