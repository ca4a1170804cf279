import { sql } from 'kysely'
import type { Clock } from '../../values/time.ts'
import type { Partition } from './catalog.ts'
import type { Database, Tx } from './database.ts'
import { run } from './run.ts'

/**
 * Allocates consecutive ids from blocks that are reserved in the database, so that ids are known before the transaction
 * that uses them.
 */
export interface Ids {
  /** Returns the first of `count` consecutive ids. */
  take(count: number): Promise<number>
}

/**
 * The rest of a block is discarded after this time, so that ids of several processes are ordered by time to about a
 * second. The block size follows the recent demand: large blocks waste ids when traffic is low, small ones cause
 * waiting when it is high.
 */
const blockMs = 1_000
/** The rest is also discarded when the movable clock jumps, because a new week may have begun. */
const jumpMs = 3_600_000
const blockSizeMin = 16
const blockSizeMax = 10_000

/** Ids per partition; about one gigabyte in the message tables. Never changes, because partitions have fixed bounds. */
export const partitionSize = 5_000_000
/** A partition also ends after this time, so that old ones can be dropped whole. */
const partitionDays = 7

export interface IdsOptions {
  /** The row of `id_blocks`. */
  readonly name: string
  /** Tables partitioned by this id. Partitions are created one ahead, before an id needs them. */
  readonly partitioned: readonly string[]
  readonly clock: Pick<Clock, 'now'>
  /** A monotonic clock; `performance.now` by default. */
  readonly nowMs?: () => number
}

export function createIds(
  db: Database,
  { name, partitioned, clock, nowMs = () => performance.now() }: IdsOptions,
): Ids {
  let blockSize = blockSizeMin
  let blockEndsAt = Number.NEGATIVE_INFINITY
  let jumpedAfter = Number.NEGATIVE_INFINITY
  let next = 0
  let end = 0
  let partitionsEnd = 0
  let turn: Promise<unknown> = Promise.resolve()

  const isOver = (count: number) => next + count > end || nowMs() > blockEndsAt || clock.now().getTime() > jumpedAfter

  async function refill(count: number) {
    blockSize =
      nowMs() > blockEndsAt ? Math.max(blockSizeMin, Math.floor(blockSize / 2)) : Math.min(blockSizeMax, blockSize * 2)
    const size = Math.max(count, blockSize)
    const first = await (partitioned.length > 0
      ? takeBlockOfWeek(db, name, size, clock.now())
      : takeBlock(db, name, size))
    const reach = first + size + partitionSize
    if (reach > partitionsEnd)
      partitionsEnd = await db.transaction((tx) => makePartitions(tx, partitioned, first, reach))
    next = first
    end = first + size
    blockEndsAt = nowMs() + blockMs
    jumpedAfter = clock.now().getTime() + jumpMs
  }

  async function take(count: number): Promise<number> {
    // Check again after each refill, because a concurrent smaller request may have used the new block.
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

interface Block {
  readonly first: number
}

async function takeBlock(db: Database, name: string, size: number): Promise<number> {
  const block = await run.first<Block>(db)`
    update id_blocks
       set next_id = next_id + ${size}
     where name = ${name}
    returning next_id - ${size} as first
  `
  return firstOf(block, name)
}

/**
 * After a week, the block begins at the next bound, and the ids before it are never used. Blocks that others hold end
 * within a second. A time in the future is from before the clock was set back.
 */
async function takeBlockOfWeek(db: Database, name: string, size: number, now: Date): Promise<number> {
  const bound = sql.lit(partitionSize)
  const first = sql`
    case
      when partition_began_at <= ${now}::timestamptz - make_interval(days => ${partitionDays})
      then (next_id + ${bound} - 1) / ${bound} * ${bound}
      else next_id
    end
  `
  const block = await run.first<Block>(db)`
    update id_blocks
       set next_id = ${first} + ${size}::bigint,
           partition_began_at =
             case
               when (${first} + ${size}::bigint - 1) / ${bound} = (next_id - 1) / ${bound} and partition_began_at <= ${now}::timestamptz
               then partition_began_at
               else ${now}::timestamptz
             end
     where name = ${name}
    returning next_id - ${size} as first
  `
  return firstOf(block, name)
}

function firstOf(block: Block | null, name: string): number {
  if (block === null) throw new Error(`no id block named ${name}`)
  return block.first
}

/**
 * Creates missing partitions. Creating a table and attaching it does not block inserts into other partitions, unlike
 * PARTITION OF.
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

export async function makePartition(tx: Tx, table: string, { name, from, to }: Partition): Promise<void> {
  if (await run.hasRows(tx)`select 1 where to_regclass(quote_ident(${name})) is not null`) return
  await sql`
    create table ${sql.id(name)} (like ${sql.id(table)} including all) with (fillfactor = 70);
    alter table ${sql.id(table)}
      attach partition ${sql.id(name)}
         for values from (${sql.lit(from)}) to (${sql.lit(to)})
  `.execute(tx)
}
