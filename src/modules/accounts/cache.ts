import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Changes } from '../../engine/changes.ts'
import { type Database, isTransient, type Queryable } from '../../engine/db/index.ts'
import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import type { Credential } from './store.ts'

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

export interface CredentialUse {
  readonly at: Date
  readonly address: string
}

/** Collects the uses of credentials and writes them together. */
export interface CredentialUses {
  /** Keeps the first use between two writes. */
  noteFirst(credentialId: number, address: string): void
  note(credentialId: number, use: CredentialUse): void
  stop(): Promise<void>
}

const writeEveryMs = 5_000

export function startCredentialUses(db: Database): CredentialUses {
  const stopping = new AbortController()
  let uses = new Map<number, CredentialUse>()

  async function write(): Promise<void> {
    const written = uses
    uses = new Map()
    if (written.size === 0) return
    await markUsed(db, written).catch((error: unknown) => {
      // A later use replaces one that could not be written.
      if (isTransient(error)) uses = new Map([...written, ...uses])
    })
  }

  async function keepWriting(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(writeEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      await write()
    }
  }

  const writing = keepWriting()
  return {
    noteFirst(credentialId, address) {
      if (!uses.has(credentialId)) uses.set(credentialId, { at: new Date(), address })
    },
    note: (credentialId, use) => void uses.set(credentialId, use),
    async stop() {
      stopping.abort()
      await writing
      await write()
    },
  }
}

/** The time never goes back. */
async function markUsed(db: Queryable, uses: ReadonlyMap<number, CredentialUse>): Promise<void> {
  const values = [...uses.values()]
  await sql`
    update credentials c
       set last_used_at = v.used_at, last_address = v.address
      from unnest(
             ${[...uses.keys()]}::bigint[],
             ${values.map(({ at }) => at)}::timestamptz[],
             ${values.map(({ address }) => address)}::text[]
           ) as v(id, used_at, address)
     where c.id = v.id
       and (c.last_used_at is null or c.last_used_at < v.used_at)
  `.execute(db)
}
