import { type Kysely, sql } from 'kysely'
import { isUnwritable } from './errors.ts'
import type { Tables } from './tables.ts'

export interface WriteHealth {
  /** Records an error of any statement. */
  note(error: unknown): void
  /** False while the database rejects writes. Rejects when it is unreachable. */
  canWrite(kysely: Kysely<Tables>): Promise<boolean>
}

/** A single write may succeed on a page with free space while most others fail, so one success is not enough. */
const quietMs = 5_000
/** More frequent calls get the last result, because `/ready` is public and the probe writes. */
const probeEveryMs = 1_000
/** More than the free space of a few pages, so that the probe must extend a file. */
const probeBytes = 65_536

/**
 * Checks whether the database accepts writes. Normally it only checks for read-only mode; after a failed write it also
 * tries a write, which is rolled back.
 */
export function watchWrites(): WriteHealth {
  let failedAtMs: number | null = null
  let askedAtMs = Number.NEGATIVE_INFINITY
  let asked: Promise<boolean> = Promise.resolve(true)

  async function ask(kysely: Kysely<Tables>): Promise<boolean> {
    const { rows } = await sql<{
      readOnly: string
    }>`select current_setting('transaction_read_only') as "readOnly"`.execute(kysely)
    if (rows[0]?.readOnly !== 'off') return false
    if (failedAtMs === null) return true
    await tryWrite(kysely)
    if (performance.now() - failedAtMs < quietMs) return false
    failedAtMs = null
    return true
  }

  return {
    note(error) {
      if (!isUnwritable(error)) return
      if (failedAtMs === null) askedAtMs = Number.NEGATIVE_INFINITY
      failedAtMs = performance.now()
    },
    canWrite(kysely) {
      const now = performance.now()
      if (failedAtMs === null || now - askedAtMs >= probeEveryMs) {
        askedAtMs = now
        asked = ask(kysely)
      }
      return asked
    },
  }
}

class RolledBack extends Error {}

/** Writes a large object, which needs no table and is stored on the same disk as the tables. */
async function tryWrite(kysely: Kysely<Tables>): Promise<void> {
  const written = kysely.transaction().execute(async (tx) => {
    await sql`
      select lo_from_bytea(0, string_agg(decode(md5(random()::text), 'hex'), ''))
        from generate_series(1, ${probeBytes / 16}::int)
    `.execute(tx)
    throw new RolledBack()
  })
  await written.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
}
