import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { listPartitions, type Partition } from './catalog.ts'
import type { Database, Tx } from './database.ts'
import { type IdsOptions, partitionSize } from './ids.ts'
import { run } from './run.ts'

/** The ids of a partition: `from` is inclusive, `to` is exclusive. */
export type PartitionBounds = Omit<Partition, 'name'>

type Partitioned = Pick<IdsOptions, 'name' | 'partitioned'>

export interface EndedPartitions {
  /** Partitions that get no more ids, oldest first. */
  readonly ended: readonly PartitionBounds[]
  /** The partition of new ids. */
  readonly current: PartitionBounds
  /** When the current partition began, so that the others got no more ids; null while unknown. */
  readonly currentSince: Date | null
}

export function listEndedPartitions(db: Database, { name, partitioned }: Partitioned): Promise<EndedPartitions> {
  return db.transaction(async (tx) => {
    const block = await run.first<{ nextId: number; beganAt: Date | null }>(tx)`
      select next_id as "nextId", partition_began_at as "beganAt" from id_blocks where name = ${name}
    `
    const { nextId = 1, beganAt = null } = block ?? {}
    const currentFrom = Math.floor((nextId - 1) / partitionSize) * partitionSize
    const bounds = new Map<number, PartitionBounds>()
    for (const table of partitioned)
      for (const { from, to } of await listPartitions(tx, table)) if (to <= currentFrom) bounds.set(from, { from, to })
    return {
      ended: [...bounds.values()].sort((a, b) => a.from - b.from),
      current: { from: currentFrom, to: currentFrom + partitionSize },
      currentSince: beganAt,
    }
  })
}

/**
 * Others wait behind the lock on the parent table, so it is given up after this time and tried again. Shorter than
 * `deadlock_timeout`, so that no other transaction is chosen as the victim of a deadlock, and no vacuum is cancelled.
 */
const lockMs = 100
const triesMax = 20
const pauseMs = 250

/**
 * Drops the partitions of some ids from all tables. False while long statements, such as a backup, keep one of them
 * locked; the transaction can continue.
 */
export async function dropPartitions(
  tx: Tx,
  tables: readonly string[],
  { from, to }: PartitionBounds,
  tries = triesMax,
): Promise<boolean> {
  for (let left = tries; left > 0; left -= 1) {
    if (left < tries) await sleep(pauseMs * (0.5 + Math.random()))
    const found: { readonly table: string; readonly name: string }[] = []
    for (const table of tables)
      for (const one of await listPartitions(tx, table))
        if (one.from === from && one.to === to) found.push({ table, name: one.name })
    if (found.length === 0) return true
    // Readers also lock the parent first.
    const locks = found.map(({ table, name }) => sql`only ${sql.id(table)}, ${sql.id(name)}`)
    if (await tryLock(tx, sql`lock table ${sql.join(locks)} in access exclusive mode`)) {
      await sql`drop table ${sql.join(found.map(({ name }) => sql.id(name)))}`.execute(tx)
      return true
    }
  }
  return false
}

const cancelled = '57014'
const lockNotAvailable = '55P03'
/** Another process dropped the partition first. */
const undefinedTable = '42P01'

/** The time limits end with the statement. */
async function tryLock(tx: Tx, lock: RawBuilder<unknown>): Promise<boolean> {
  await sql`savepoint before_lock`.execute(tx)
  try {
    await sql`
      set local lock_timeout = ${sql.lit(lockMs)};
      set local statement_timeout = ${sql.lit(2 * lockMs)}
    `.execute(tx)
    await lock.execute(tx)
    await sql`
      set local lock_timeout = 0;
      set local statement_timeout = 0
    `.execute(tx)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== lockNotAvailable && code !== cancelled && code !== undefinedTable) throw error
    await sql`rollback to savepoint before_lock`.execute(tx)
    return false
  }
}
