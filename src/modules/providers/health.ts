import type { Context } from '../../context.ts'
import { Idle } from '../../engine/flow/idle.ts'
import { deleteOutage, putOutage, type StoredProvider } from './store.ts'

/** A provider counts as unreachable after this many requests in a row without an answer. */
const failuresMax = 3
/** An unreachable provider gets one request in this time, to see whether it is back. */
const trialMs = 30_000
/** How often one process writes that a provider is still unreachable. */
const repeatMs = 10_000

export interface Health {
  note(name: string, problem: string | null): void
  isAway(name: string): boolean
  /** Puts unreachable providers last, except one that is due for a trial. `tries` starts that trial. */
  order<One extends { readonly row: StoredProvider }>(usable: readonly One[], tries: boolean): One[]
  /** Resolves when all notes are written. */
  idle(): Promise<void>
}

/** Finds out which providers can be reached. The result is shared by all processes through `provider_outages`. */
export function createHealth(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  rows: () => readonly StoredProvider[],
): Health {
  const failures = new Map<string, number>()
  const writtenAt = new Map<string, number>()
  const triedAt = new Map<string, number>()
  const writing = new Idle()
  const write = (name: string, written: Promise<void>) =>
    void writing.during(
      written.catch((error: unknown) =>
        log.warn({ err: error, provider: name }, 'failed to store the state of a provider'),
      ),
    )
  const isAway = (name: string) => rows().some((row) => row.name === name && row.awaySince !== null)

  function isTrialDue({ name, checkedAt }: StoredProvider, nowMs: number): boolean {
    const lastMs = Math.max(checkedAt?.getTime() ?? 0, triedAt.get(name) ?? 0)
    return nowMs - lastMs >= trialMs
  }

  return {
    note(name, problem) {
      if (problem === null) {
        failures.delete(name)
        if (!writtenAt.delete(name) && !isAway(name)) return
        write(name, deleteOutage(db, name))
        return
      }
      const count = (failures.get(name) ?? 0) + 1
      failures.set(name, count)
      const now = clock.now()
      if (count < failuresMax && !isAway(name)) return
      if (now.getTime() - (writtenAt.get(name) ?? 0) < repeatMs) return
      writtenAt.set(name, now.getTime())
      write(name, putOutage(db, name, problem, now))
    },
    isAway,
    order(usable, tries) {
      const nowMs = clock.now().getTime()
      const reachable = usable.filter(({ row }) => row.awaySince === null)
      const away = usable.filter(({ row }) => row.awaySince !== null)
      const trial = !tries || reachable.length === 0 ? undefined : away.find(({ row }) => isTrialDue(row, nowMs))
      if (trial === undefined) return [...reachable, ...away]
      triedAt.set(trial.row.name, nowMs)
      return [trial, ...reachable, ...away.filter((one) => one !== trial)]
    },
    idle: () => writing.wait(),
  }
}
