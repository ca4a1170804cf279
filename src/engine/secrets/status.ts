import { sql } from 'kysely'
import { type Database, run } from '../db/index.ts'
import type { RootSecrets } from './roots.ts'
import { listAwaited } from './rotation.ts'
import { headOf } from './seal.ts'
import type { SealedColumn } from './sealed-column.ts'
import { findKept, findRotation } from './store.ts'

const nameOf = (fingerprint: Buffer) => fingerprint.subarray(0, 8).toString('hex')

/** Root secrets in use, named by the first bytes of their fingerprints. Counting reads all tables with sealed values. */
export async function readStatus(
  db: Database,
  secrets: RootSecrets,
  columns: readonly SealedColumn[],
  { counts }: { readonly counts: boolean },
) {
  await secrets.refresh()
  const { current } = secrets.roots()
  const last = await findRotation(db)
  const source: 'made' | 'given' = secrets.options.given === null ? 'made' : 'given'
  return {
    source,
    current: nameOf(current.fingerprint),
    values: counts ? await countValues(db, secrets, columns) : null,
    rotation: last && {
      state: last.state,
      from: nameOf(last.fromFingerprint),
      to: nameOf(last.toFingerprint),
      columnsDone: last.state === 'done' ? columns.length : last.place,
      columns: columns.length,
      resealed: last.resealed,
      unreadable: last.unreadable,
      startedAt: last.startedAt,
      finishedAt: last.finishedAt,
      awaited: await listAwaited(db, last),
    },
  }
}

async function countValues(db: Database, secrets: RootSecrets, columns: readonly SealedColumn[]) {
  const { current, readable } = secrets.roots()
  const kept = await findKept(db)
  const named = new Set(readable.map((root) => headOf(2, root).toString('hex')))
  // Before the first rotation there is one secret, which values do not name.
  const unnamed = kept?.sealVersion === 1 ? nameOf(current.fingerprint) : null
  return [...(await countByHead(db, columns))].map(([head, count]) => {
    if (head.startsWith('02')) return { secret: head.slice(2), count, readable: named.has(head) }
    return { secret: unnamed, count, readable: unnamed !== null || readable.length > 1 }
  })
}

/** Counts sealed values by prefix: 01, or 02 and the fingerprint of the secret. */
async function countByHead(db: Database, columns: readonly SealedColumn[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { table, column } of columns) {
    const value = sql.ref(column)
    const heads = await run.all<{ head: string; count: number }>(db)`
      select encode(substring(${value} from 1 for case when get_byte(${value}, 0) = 2 then 9 else 1 end), 'hex') as head,
             count(*)::int as count
        from ${sql.table(table)}
       where length(${value}) > 0
       group by 1
    `
    for (const { head, count } of heads) counts.set(head, (counts.get(head) ?? 0) + count)
  }
  return counts
}
