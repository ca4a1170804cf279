import type { Chaos, Simulator } from '../../carriers/simulator/simulator.ts'
import { syncRows } from '../../engine/row-sync.ts'
import type { Core } from '../../module.ts'
import { refuse } from '../../values/refusal.ts'
import { addSeconds, listSandboxes, putChaos, type StoredSandbox } from './store.ts'

/** The clock and the chaos settings of the simulated network. */
export type Sandbox = Awaited<ReturnType<typeof openSandbox>>

interface SandboxOptions extends Pick<Core, 'db' | 'changes' | 'clock' | 'log'> {
  readonly simulator: Simulator
}

/** Keeps years at four digits, because longer ones cannot be parsed. */
const movedSecondsMax = 100 * 366 * 86_400

/**
 * Loads the settings and keeps this process in sync. After it resolves, the clock is where it was before a restart;
 * open everything that uses the clock afterwards, or past events would lie in the future.
 */
export async function openSandbox({ db, changes, clock, log, simulator }: SandboxOptions) {
  const atStart = simulator.chaos()
  /** The offset of the clock that this process has applied. */
  let movedSeconds = 0

  function apply({ movedSeconds: wanted, chaos }: StoredSandbox): void {
    const set = Object.fromEntries(Object.entries(chaos).filter(([, value]) => value !== null))
    simulator.setChaos({ ...atStart, ...set })
    // Restoring an older backup must not turn the clock back.
    const ahead = Math.max(wanted - movedSeconds, 0)
    movedSeconds += ahead
    if (ahead > 0) clock.moveForward(ahead * 1_000)
  }

  const kept = await syncRows<StoredSandbox, StoredSandbox>({
    changes,
    topic: 'sandbox',
    list: () => listSandboxes(db),
    describe: (row) => JSON.stringify(row),
    async make(row) {
      apply(row)
      return row
    },
    async end() {},
    onFault: (error) => log.error({ err: error }, 'failed to apply the sandbox settings'),
  })

  async function show() {
    await kept.refresh()
    return { now: clock.now(), movedSeconds, chaos: simulator.chaos() }
  }

  return {
    show,
    /** Only forward. Every process follows within a second. */
    async moveClock(seconds: number) {
      if (!(await addSeconds(db, seconds, movedSecondsMax))) throw refuse('clock_too_far')
      return show()
    },
    async setChaos(change: Partial<Chaos>) {
      await putChaos(db, change)
      return show()
    },
    stop: () => kept.stop(),
  }
}
