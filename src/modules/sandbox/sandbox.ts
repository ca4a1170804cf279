import type { Logger } from 'pino'
import type { Chaos, Simulator } from '../../carriers/simulator/simulator.ts'
import type { MovableClock } from '../../engine/clock.ts'
import type { Database } from '../../engine/db/index.ts'
import { syncRows } from '../../engine/row-sync.ts'
import { clockTooFar } from './errors.ts'
import { addSeconds, listSandboxes, putChaos, type StoredSandbox } from './store.ts'

/** The clock and the chaos of the simulated network, as operators turn them. */
export interface Sandbox {
  show(): Promise<SandboxState>
  /** Forward only. Every process has it a second later. */
  moveClock(seconds: number): Promise<SandboxState>
  setChaos(change: Partial<Chaos>): Promise<SandboxState>
  stop(): Promise<void>
}

export interface SandboxState {
  readonly now: Date
  /** How far the clock is ahead, as far as it was moved here. */
  readonly movedSeconds: number
  readonly chaos: Chaos
}

export interface SandboxOptions {
  readonly db: Database
  readonly clock: MovableClock
  readonly log: Logger
  readonly simulator: Simulator
}

/** Years of four digits, whatever is added to them: a time with five is read by nobody. */
const movedSecondsMax = 100 * 366 * 86_400

/**
 * Reads what operators turned, and holds this process in step with it. When it resolves the clock is where it was
 * before a restart: whatever looks at the clock is opened after it, or what was done already would lie in the future.
 */
export async function openSandbox({ db, clock, log, simulator }: SandboxOptions): Promise<Sandbox> {
  const atStart = simulator.chaos()
  let movedSeconds = 0

  function apply({ movedSeconds: wanted, chaos }: StoredSandbox): void {
    const set = Object.fromEntries(Object.entries(chaos).filter(([, value]) => value !== null))
    simulator.setChaos({ ...atStart, ...set })
    // An older backup that was restored under it is no reason to go back.
    const ahead = Math.max(wanted - movedSeconds, 0)
    movedSeconds += ahead
    if (ahead > 0) clock.moveForward(ahead * 1_000)
  }

  const kept = await syncRows<StoredSandbox, StoredSandbox>({
    list: () => listSandboxes(db),
    describe: (row) => JSON.stringify(row),
    async make(row) {
      apply(row)
      return row
    },
    async end() {},
    onFault: (error) => log.error({ err: error }, 'the sandbox can not be as it was turned'),
  })

  async function show(): Promise<SandboxState> {
    await kept.refresh()
    return { now: clock.now(), movedSeconds, chaos: simulator.chaos() }
  }

  return {
    show,
    async moveClock(seconds) {
      if (!(await addSeconds(db, seconds, movedSecondsMax))) throw clockTooFar()
      return show()
    },
    async setChaos(change) {
      await putChaos(db, change)
      return show()
    },
    stop: () => kept.stop(),
  }
}
