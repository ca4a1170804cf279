import type { Changes } from '../../../engine/changes.ts'
import type { Database } from '../../../engine/db/index.ts'
import { BoundedMap } from '../../../engine/flow/bounded-map.ts'
import type { Window } from '../model.ts'
import { findWindow } from './store-window.ts'

/** The sending windows of accounts. Changes on any process arrive within a second. */
export interface Windows {
  of(accountId: number): Promise<Window | null>
  /** Reads the window again, and tells whether it differs from `than`. */
  hasChanged(accountId: number, than: Window | null): Promise<boolean>
  forget(accountId: number): void
}

const accountsMax = 10_000

export function createWindows(db: Database, changes: Changes): Windows {
  const known = new BoundedMap<number, Promise<Window | null>>(accountsMax)
  changes.watch('windows', () => known.clear())

  function read(accountId: number): Promise<Window | null> {
    const window = findWindow(db, accountId)
    known.set(accountId, window)
    // Do not cache a failed read.
    window.catch(() => known.get(accountId) === window && known.delete(accountId))
    return window
  }

  return {
    of: (accountId) => known.get(accountId) ?? read(accountId),
    async hasChanged(accountId, than) {
      const window = await read(accountId)
      return window?.opensMinute !== than?.opensMinute || window?.closesMinute !== than?.closesMinute
    },
    forget: (accountId) => void known.delete(accountId),
  }
}
