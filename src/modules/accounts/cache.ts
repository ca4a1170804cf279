import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, isTransient } from '../../engine/db/index.ts'
import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import type { Credential } from './rules.ts'
import { getVersion, markUsed } from './store.ts'

/** Caches credentials. A change on any process clears the cache within a second. */
export interface CredentialCache {
  /** Synchronous when cached; otherwise calls `load`. */
  find(name: string, load: () => Promise<Credential | null>): Credential | null | Promise<Credential | null>
  noteUse(credentialId: number): void
  stop(): Promise<void>
}

const pollMs = 300
/** Cached entries are ignored when the last successful poll is older than this. */
const trustMs = 900
const entriesMax = 10_000
const missesMax = 1_000
const writeUsesEveryMs = 5_000

export async function startCache(db: Database): Promise<CredentialCache> {
  const entries = new BoundedMap<string, Credential | null>(entriesMax)
  const misses = new BoundedMap<string, Credential | null>(missesMax)
  const stopping = new AbortController()
  let uses = new Map<number, Date>()
  let version = -1
  let polledAt = Number.NEGATIVE_INFINITY
  let usesWrittenAt = performance.now()

  /** Measured before the query: a later change may be missing from the result. */
  async function poll() {
    const askedAt = performance.now()
    const current = await getVersion(db)
    if (current !== version) for (const map of [entries, misses]) map.clear()
    version = current
    polledAt = askedAt
  }

  /** Misses have their own map, so that guessed keys cannot evict valid ones. */
  function remember(name: string, credential: Credential | null) {
    const map = credential === null ? misses : entries
    map.set(name, credential)
  }

  async function writeUses() {
    const written = uses
    uses = new Map()
    usesWrittenAt = performance.now()
    if (written.size === 0) return
    await markUsed(db, written).catch((error: unknown) => {
      if (isTransient(error)) for (const [credentialId, at] of written) uses.set(credentialId, at)
      throw error
    })
  }

  async function keepPolling() {
    while (!stopping.signal.aborted) {
      await sleep(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      // While the database is unreachable, the cache expires by itself.
      await poll().catch(() => {})
      if (performance.now() - usesWrittenAt > writeUsesEveryMs) await writeUses().catch(() => {})
    }
  }

  await poll()
  const polling = keepPolling()
  return {
    find(name, load) {
      const remembered = performance.now() - polledAt > trustMs ? undefined : (entries.get(name) ?? misses.get(name))
      if (remembered !== undefined) return remembered
      const versionBefore = version
      return load().then((credential) => {
        // A credential that was read before a change must not be cached after it.
        if (version === versionBefore) remember(name, credential)
        return credential
      })
    },
    noteUse(credentialId) {
      if (!uses.has(credentialId)) uses.set(credentialId, new Date())
    },
    async stop() {
      stopping.abort()
      await polling
      await writeUses().catch(() => {})
    },
  }
}
