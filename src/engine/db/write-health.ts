import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { isUnwritable } from './errors.ts'
import type { Tables } from './tables.ts'

/** A single write may succeed on a page with free space while most others fail, so one success is not enough. */
const quietMs = 5_000
/** More frequent calls get the last result, because `/ready` is public and the probe writes. */
const probeEveryMs = 1_000
/**
 * A database does not respond if a check has taken this long, and no statement of any kind has succeeded for that long.
 * A balancer should get the answer before its own timeout, usually two seconds.
 */
const checkMsMax = 1_000
const silentMsMax = 1_500
/** More than the free space of a few pages, so that the probe must extend a file. */
const probeBytes = 65_536

/**
 * Checks whether the database accepts writes. Normally it only checks for read-only mode; after a failed write it also
 * tries a write, which is rolled back. An embedded database shares the thread, so it always responds as soon as we do.
 */
export function watchWrites(isRemote: boolean) {
  let failedAtMs: number | null = null
  let askedAtMs = Number.NEGATIVE_INFINITY
  let startedAtMs = 0
  let succeededAtMs = 0
  let isAsking = false
  let lastResult = true
  let asked: Promise<boolean> = Promise.resolve(true)

  async function ask(kysely: Kysely<Tables>): Promise<boolean> {
    const { rows } = await sql`select 1 where current_setting('transaction_read_only') = 'off'`.execute(kysely)
    if (rows.length === 0) return false
    if (failedAtMs === null) return true
    await tryWrite(kysely)
    if (performance.now() - failedAtMs < quietMs) return false
    failedAtMs = null
    return true
  }

  /**
   * The result of the running check. If it takes long although other statements succeed, all connections of this process
   * are in use: then the result of the last check. False once the database has been silent for too long.
   */
  async function waitFor(check: Promise<boolean>): Promise<boolean> {
    const timeOut = new AbortController()
    const { signal } = timeOut
    const silentAtMs = () => succeededAtMs + silentMsMax
    const isAnswering = () => succeededAtMs > startedAtMs && performance.now() < silentAtMs()
    const leftMs = () => Math.max(startedAtMs + checkMsMax, isAnswering() ? 0 : silentAtMs()) - performance.now()
    const becomesLate = async () => {
      for (let left = leftMs(); left > 0; left = leftMs()) {
        await sleep(left, undefined, { signal, ref: false })
        // After a delay of this process, the response may have arrived but is not read yet.
        await nextTurn()
      }
      return isAnswering() && lastResult
    }
    try {
      return await Promise.race([check, becomesLate()])
    } finally {
      timeOut.abort()
    }
  }

  return {
    noteSuccess() {
      succeededAtMs = performance.now()
    },
    note(error: unknown) {
      if (!isUnwritable(error)) return
      if (failedAtMs === null) askedAtMs = Number.NEGATIVE_INFINITY
      failedAtMs = performance.now()
      lastResult = false
    },
    /** False while the database rejects writes, or does not respond. Rejects when it is unreachable. */
    canWrite(kysely: Kysely<Tables>): Promise<boolean> {
      const now = performance.now()
      // One check at a time, so that checks of a database that does not respond do not use up the connections.
      if (!isAsking && (failedAtMs === null || now - askedAtMs >= probeEveryMs)) {
        askedAtMs = now
        startedAtMs = now
        isAsking = true
        asked = ask(kysely)
          .then((result) => {
            lastResult = result
            return result
          })
          .finally(() => {
            isAsking = false
          })
      }
      return isAsking && isRemote ? waitFor(asked) : asked
    },
  }
}

class RolledBack extends Error {}

/** Writes a large object, which needs no table and is stored on the same disk as the tables. */
export async function tryWrite(kysely: Kysely<Tables>): Promise<void> {
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
