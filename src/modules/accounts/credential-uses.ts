import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, isTransient, type Queryable } from '../../engine/db/index.ts'

/** The last use of a credential. */
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
