import type { Logger } from 'pino'
import type { Chaos, Simulator } from '../../carriers/simulator/simulator.ts'
import type { Changes } from '../../engine/changes.ts'
import type { MovableClock } from '../../engine/clock.ts'
import type { Database } from '../../engine/db/index.ts'
import { syncRows } from '../../engine/row-sync.ts'
import { refuse } from '../../values/refusal.ts'
import { addSeconds, listSandboxes, putChaos, type StoredSandbox } from './store.ts'

/** The clock and the chaos settings of the simulated network. */
export interface Sandbox {
  show(): Promise<SandboxState>
  /** Only forward. Every process follows within a second. */
  moveClock(seconds: number): Promise<SandboxState>
  setChaos(change: Partial<Chaos>): Promise<SandboxState>
  stop(): Promise<void>
}

export interface SandboxState {
  readonly now: Date
  /** The offset of the clock that this process has applied. */
  readonly movedSeconds: number
  readonly chaos: Chaos
}

export interface SandboxOptions {
  readonly db: Database
  readonly changes: Changes
  readonly clock: MovableClock
  readonly log: Logger
  readonly simulator: Simulator
}

/** Keeps years at four digits, because longer ones cannot be parsed. */
const movedSecondsMax = 100 * 366 * 86_400

/**
 * Loads the settings and keeps this process in sync. After it resolves, the clock is where it was before a restart;
 * open everything that uses the clock afterwards, or past events would lie in the future.
 */
export async function openSandbox({ db, changes, clock, log, simulator }: SandboxOptions): Promise<Sandbox> {
  const atStart = simulator.chaos()
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

  async function show(): Promise<SandboxState> {
    await kept.refresh()
    return { now: clock.now(), movedSeconds, chaos: simulator.chaos() }
  }

  return {
    show,
    async moveClock(seconds) {
      if (!(await addSeconds(db, seconds, movedSecondsMax))) throw refuse('clock_too_far')
      return show()
    },
    async setChaos(change) {
      await putChaos(db, change)
      return show()
    },
    stop: () => kept.stop(),
  }
}
