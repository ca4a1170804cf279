import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from '../../engine/changes.ts'
import { type Database, isTransient } from '../../engine/db/index.ts'
import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import type { Credential } from './rules.ts'
import { markUsed } from './store.ts'

/** Caches credentials. A change on any process clears the cache within a second. */
export interface CredentialCache {
  /** Synchronous when cached; otherwise calls `load`. */
  find(name: string, load: () => Promise<Credential | null>): Credential | null | Promise<Credential | null>
  noteUse(credentialId: number): void
  stop(): Promise<void>
}

/** Cached entries are ignored when a change of this long ago may be unknown. */
const trustMs = 900
/** About 30 MB, for installations where this many accounts send at the same time. */
const entriesMax = 50_000
const missesMax = 1_000
const writeUsesEveryMs = 5_000

export function startCache(db: Database, changes: Changes): CredentialCache {
  const entries = new BoundedMap<string, Credential | null>(entriesMax)
  const misses = new BoundedMap<string, Credential | null>(missesMax)
  const stopping = new AbortController()
  let uses = new Map<number, Date>()
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

  async function writeUses() {
    const written = uses
    uses = new Map()
    if (written.size === 0) return
    await markUsed(db, written).catch((error: unknown) => {
      if (isTransient(error)) for (const [credentialId, at] of written) uses.set(credentialId, at)
      throw error
    })
  }

  async function keepWriting() {
    while (!stopping.signal.aborted) {
      await sleep(writeUsesEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      await writeUses().catch(() => {})
    }
  }

  const writing = keepWriting()
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
    noteUse(credentialId) {
      if (!uses.has(credentialId)) uses.set(credentialId, new Date())
    },
    async stop() {
      stopping.abort()
      unwatch()
      await writing
      await writeUses().catch(() => {})
    },
  }
}
