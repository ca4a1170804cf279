import type { Database } from '../../../engine/db/index.ts'
import type { Window } from '../model.ts'
import { findWindow } from './store-window.ts'

/**
 * The sending windows of accounts. Each is read when it is asked for, and good for a second: that long a change takes
 * to reach other processes.
 */
export interface Windows {
  of(accountId: number): Promise<Window | null>
  /** Looks now whether it is another one than what somebody went by. */
  isAnother(accountId: number, than: Window | null): Promise<boolean>
  forget(accountId: number): void
}

const freshMs = 1_000

export function createWindows(db: Database): Windows {
  const known = new Map<number, { readonly readAt: number; readonly window: Promise<Window | null> }>()

  function read(accountId: number): Promise<Window | null> {
    const window = findWindow(db, accountId)
    const entry = { readAt: performance.now(), window }
    known.set(accountId, entry)
    // What could not be read is not remembered.
    window.catch(() => known.get(accountId) === entry && known.delete(accountId))
    return window
  }

  return {
    of(accountId) {
      const entry = known.get(accountId)
      return entry !== undefined && performance.now() - entry.readAt < freshMs ? entry.window : read(accountId)
    },
    async isAnother(accountId, than) {
      const window = await read(accountId)
      return window?.opensMinute !== than?.opensMinute || window?.closesMinute !== than?.closesMinute
    },
    forget: (accountId) => void known.delete(accountId),
  }
}
