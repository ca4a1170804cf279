import { sql } from 'kysely'
import type { Partition } from './catalog.ts'
import type { Database, Tx } from './database.ts'

/**
 * Hands out consecutive ids. They are taken from the database in blocks, so that a range is always whole and known
 * before the transaction that uses it.
 */
export interface Ids {
  /** The first of `count` consecutive ids. */
  take(count: number): Promise<number>
}

/**
 * What is left of a block after this time is forgotten, so that the ids of several processes grow together, and to
 * about a second say which is newer. Blocks are as large as what was needed of late: large ones would mostly be thrown
 * away where little happens, and small ones keep everybody waiting where much does.
 */
const blockMs = 1_000
const blockSizeMin = 16
const blockSizeMax = 10_000

/** Ids of one partition; a table of messages keeps about a gigabyte in each. */
export const partitionSize = 5_000_000

export interface IdsOptions {
  /** The row of `id_blocks`. */
  readonly name: string
  /** Tables partitioned by this id: their partitions are made one ahead, before an id that needs them is handed out. */
  readonly partitioned: readonly string[]
  /** A clock that never goes back; of the process when left out. */
  readonly nowMs?: () => number
}

export function createIds(db: Database, { name, partitioned, nowMs = () => performance.now() }: IdsOptions): Ids {
  let blockSize = blockSizeMin
  let blockEndsAt = Number.NEGATIVE_INFINITY
  let next = 0
  let end = 0
  let partitionsEnd = 0
  let turn: Promise<unknown> = Promise.resolve()

  const isOver = (count: number) => next + count > end || nowMs() > blockEndsAt

  async function refill(count: number) {
    blockSize =
      nowMs() > blockEndsAt ? Math.max(blockSizeMin, Math.floor(blockSize / 2)) : Math.min(blockSizeMax, blockSize * 2)
    const size = Math.max(count, blockSize)
    const { rows } = await sql<{ first: number }>`
      update id_blocks
         set next_id = next_id + ${size}
       where name = ${name}
      returning next_id - ${size} as first
    `.execute(db)
    const first = rows[0]?.first
    if (first === undefined) throw new Error(`no id block named ${name}`)
    const reach = first + size + partitionSize
    if (reach > partitionsEnd)
      partitionsEnd = await db.transaction((tx) => makePartitions(tx, partitioned, first, reach))
    next = first
    end = first + size
    blockEndsAt = nowMs() + blockMs
  }

  async function take(count: number): Promise<number> {
    // Again after each refill: before this goes on, a smaller take may already have come by and taken from the new
    // block.
    while (isOver(count)) await refill(count)
    const first = next
    next += count
    return first
  }

  return {
    take(count) {
      if (!isOver(count)) return take(count)
      const taken = turn.then(() => take(count))
      turn = taken.catch(() => {})
      return taken
    },
  }
}

/**
 * Makes what is missing between two ids. Attaching, unlike creating in place, lets inserts into the other partitions go
 * on.
 */
async function makePartitions(tx: Tx, tables: readonly string[], from: number, to: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('ngoma partitions'))`.execute(tx)
  const last = Math.floor(to / partitionSize)
  for (let index = Math.floor(from / partitionSize); index <= last; index += 1) {
    for (const table of tables) {
      await makePartition(tx, table, {
        name: `${table}_p${index}`,
        from: index * partitionSize,
        to: (index + 1) * partitionSize,
      })
    }
  }
  return (last + 1) * partitionSize
}

/** Makes one if there is none of that name. */
export async function makePartition(tx: Tx, table: string, { name, from, to }: Partition): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(quote_ident(${name})) is not null as there`.execute(
    tx,
  )
  if (rows[0]?.there) return
  await sql`
    create table ${sql.id(name)} (like ${sql.id(table)} including all) with (fillfactor = 70);
    alter table ${sql.id(table)}
      attach partition ${sql.id(name)}
         for values from (${sql.lit(from)}) to (${sql.lit(to)})
  `.execute(tx)
}
