import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, isTransient } from '../../../engine/db/index.ts'
import { markUsed, type Use } from './store.ts'

/** Collects the uses of credentials and writes them together. */
export interface Uses {
  note(credentialId: number, use: Use): void
  stop(): Promise<void>
}

const writeEveryMs = 5_000

export function startUses(db: Database): Uses {
  const stopping = new AbortController()
  let uses = new Map<number, Use>()

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
    note: (credentialId, use) => void uses.set(credentialId, use),
    async stop() {
      stopping.abort()
      await writing
      await write()
    },
  }
}
