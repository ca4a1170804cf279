import type { Changes } from '../../engine/changes.ts'
import type { Database } from '../../engine/db/index.ts'
import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import { startCredentialUses } from './credential-uses.ts'
import type { Credential } from './rules.ts'

/** Caches credentials. A change on any process clears the cache within a second. */
export interface CredentialCache {
  /** Synchronous when cached; otherwise calls `load`. */
  find(name: string, load: () => Promise<Credential | null>): Credential | null | Promise<Credential | null>
  noteUse(credentialId: number, address: string): void
  stop(): Promise<void>
}

/** Cached entries are ignored when a change of this long ago may be unknown. */
const trustMs = 900
/** About 30 MB, for installations where this many accounts send at the same time. */
const entriesMax = 50_000
const missesMax = 1_000

export function startCache(db: Database, changes: Changes): CredentialCache {
  const entries = new BoundedMap<string, Credential | null>(entriesMax)
  const misses = new BoundedMap<string, Credential | null>(missesMax)
  const uses = startCredentialUses(db)
  let clearings = 0

  const unwatch = changes.watch('credentials', () => {
    for (const map of [entries, misses]) map.clear()
    clearings += 1
  })

  /** Misses have their own map, so that guessed keys cannot evict valid ones. */
  function remember(name: string, credential: Credential | null) {
    const map = credential === null ? misses : entries
    map.set(name, credential)
  }

  return {
    find(name, load) {
      const remembered = changes.isCurrent(trustMs) ? (entries.get(name) ?? misses.get(name)) : undefined
      if (remembered !== undefined) return remembered
      const clearingsBefore = clearings
      return load().then((credential) => {
        // A credential that was read before a change must not be cached after it.
        if (clearings === clearingsBefore) remember(name, credential)
        return credential
      })
    },
    noteUse: uses.noteFirst,
    stop() {
      unwatch()
      return uses.stop()
    },
  }
}
