/** The speed of this machine, from which all time limits of the tests derive. */

/** Milliseconds that `work` takes on an idle machine with two current cores. */
const referenceMs = 65
/** A test that fails on an overloaded machine should not take hours. */
const slownessMax = 6

/**
 * How many times slower this machine is at the moment than the reference, between 1 and 6. It is a multiple of 1/4, so
 * that limits multiplied by it stay integers, as Node requires.
 */
export function measureSlowness(): number {
  // The first time, the code is not compiled yet.
  const measured = Math.min(millisecondsOf(work), millisecondsOf(work)) / referenceMs
  return Math.min(slownessMax, Math.max(1, Math.ceil(4 * measured) / 4))
}

function millisecondsOf(run: () => void): number {
  const began = performance.now()
  run()
  return performance.now() - began
}

/** A mixture of arithmetic, short strings and map accesses, as the tests' own code. */
function work(): number {
  const seen = new Map<number, string>()
  for (let step = 0, state = 1; step < 400_000; step += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    seen.set(state & 1_023, String(state))
  }
  return seen.size
}

/** The slowness that the runner measured, for the limits inside of tests. */
export const slowness = Math.max(1, Number(process.env.NGOMA_TEST_SLOWNESS ?? 1))
