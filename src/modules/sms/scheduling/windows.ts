import type { Database } from '../../../engine/db/index.ts'
import type { Window } from '../model.ts'
import { findWindow } from './store-window.ts'

/** The sending windows of accounts, cached for a second. Changes take that long to reach other processes. */
export interface Windows {
  of(accountId: number): Promise<Window | null>
  /** Reads the window again, and tells whether it differs from `than`. */
  hasChanged(accountId: number, than: Window | null): Promise<boolean>
  forget(accountId: number): void
}

const freshMs = 1_000

export function createWindows(db: Database): Windows {
  const known = new Map<number, { readonly readAt: number; readonly window: Promise<Window | null> }>()

  function read(accountId: number): Promise<Window | null> {
    const window = findWindow(db, accountId)
    const entry = { readAt: performance.now(), window }
    known.set(accountId, entry)
    // Do not cache a failed read.
    window.catch(() => known.get(accountId) === entry && known.delete(accountId))
    return window
  }

  return {
    of(accountId) {
      const entry = known.get(accountId)
      return entry !== undefined && performance.now() - entry.readAt < freshMs ? entry.window : read(accountId)
    },
    async hasChanged(accountId, than) {
      const window = await read(accountId)
      return window?.opensMinute !== than?.opensMinute || window?.closesMinute !== than?.closesMinute
    },
    forget: (accountId) => void known.delete(accountId),
  }
}
