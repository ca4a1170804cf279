import type { Queryable } from '../../../engine/db/index.ts'
import type { ErasureContext } from './context.ts'
import { runErasure } from './erase.ts'
import { type ErasureEntry, openEntry, readErasuresFile } from './erasures-file.ts'
import { findAccounts, insertErasure, listKnownEntries, listUnfinished } from './store.ts'

/** An erasure is in the file before it is in the database, and a backup may be made in between. */
const marginMs = 600_000

export interface AppliedErasures {
  /** Erasures that were in the files and not in the backup. */
  readonly added: number
  /** Erasures that were finished now, with those that were running when the backup was made. */
  readonly finished: number
  /** Erasures that the server finishes when pending messages are final. */
  readonly waiting: number
}

/** Whether a restored database needs any erasure. Needs no root secret. */
export async function needsErasures(db: Queryable, paths: readonly string[], backupTime: Date): Promise<boolean> {
  for (const path of paths) if ((await listYoung(path, backupTime)).length > 0) return true
  return (await listUnfinished(db)).length > 0
}

const listYoung = async (path: string, backupTime: Date) =>
  (await readErasuresFile(path)).filter(({ time }) => time.getTime() >= backupTime.getTime() - marginMs)

/** Repeats the erasures of the files that are younger than a restored backup. Calling it again changes nothing. */
export async function applyErasures(
  ctx: ErasureContext,
  paths: readonly string[],
  backupTime: Date,
): Promise<AppliedErasures> {
  const entries: ErasureEntry[] = []
  for (const path of paths) {
    const young = await listYoung(path, backupTime)
    // All are decrypted before the first one is applied.
    entries.push(...young.map((entry) => openEntry(path, ctx.secrets, entry)))
  }
  const added = await insertEntries(ctx, entries)
  const results: string[] = []
  for (const id of await listUnfinished(ctx.db))
    results.push(await runErasure(ctx, id, { waits: false, isOver: () => false }))
  const waiting = results.filter((result) => result === 'waiting').length
  return { added, finished: results.length - waiting, waiting }
}

async function insertEntries(ctx: ErasureContext, entries: readonly ErasureEntry[]): Promise<number> {
  const known = await listKnownEntries(ctx.db, entries)
  const accounts = await findAccounts(ctx.db, entries)
  let added = 0
  for (const entry of entries) {
    // The backup may be older than the account.
    if (known.has(entry.id) || (entry.accountId !== null && !accounts.has(entry.accountId))) continue
    if ((await insertErasure(ctx, entry, entry.time, entry.time)) !== null) added += 1
  }
  return added
}
