import { dropPartitions, type PartitionBounds, type Tx } from '../../../engine/db/index.ts'
import type { SmsContext } from '../context.ts'
import {
  listEmptyPartitions,
  listOldPartitions,
  listOldRequestPartitions,
  type OldPartition,
} from './old-partitions.ts'
import {
  countPartition,
  countRequests,
  hasRows,
  listEmptiedRequests,
  lockRemoval,
  messagePartitions,
  requestPartitions,
} from './store-partitions.ts'

import { deleteMessages, deleteRequests, listOldMessages } from './store-removal.ts'

export interface PartitionRemoval {
  /**
   * Removes old messages and requests of all accounts: whole partitions whose messages have all ended before the time,
   * and the ended messages of partitions that also have pending ones. Each call drops a partition or removes about
   * `limit` rows; 0 means that nothing is left. Partitions that end after the time are not touched.
   */
  remove(before: Date, limit: number): Promise<number>
  /** Drops a partition without rows. False if every partition has rows, or if the empty one is in use. */
  dropEmpty(now: Date): Promise<boolean>
}

/** A partition that is emptied in batches, and the last id that was looked at. */
type Run = Map<string, number>

/** Rolls back a transaction that counted a partition which must not be dropped. */
class KeepPartition extends Error {}

export function createPartitionRemoval({ db, log }: Pick<SmsContext, 'db' | 'log'>): PartitionRemoval {
  let run: Run = new Map()
  /** Partitions that could not be locked in this run. */
  let busy = new Set<string>()

  /** Drops partitions. Returns the number of their rows; null when they must be kept or could not be locked. */
  async function drop(
    { name, partitioned }: typeof messagePartitions | typeof requestPartitions,
    bounds: PartitionBounds,
    count: (tx: Tx) => Promise<number | null>,
  ): Promise<number | null> {
    const startedMs = performance.now()
    let countedMs = startedMs
    let isBusy = false
    try {
      const rows = await db.transaction(async (tx) => {
        await lockRemoval(tx)
        const counted = await count(tx)
        if (counted === null) throw new KeepPartition()
        countedMs = performance.now()
        if (await dropPartitions(tx, partitioned, bounds)) return counted
        isBusy = true
        throw new KeepPartition()
      })
      const countMs = Math.round(countedMs - startedMs)
      const dropMs = Math.round(performance.now() - countedMs)
      log.info({ table: name, from: bounds.from, rows, countMs, dropMs }, 'removed a partition')
      return rows
    } catch (error) {
      if (!(error instanceof KeepPartition)) throw error
      if (isBusy) {
        busy.add(keyOf(name, bounds))
        log.warn(
          { table: name, from: bounds.from },
          'a partition is in use, for example by a backup, and is removed later',
        )
      }
      return null
    }
  }

  /** Removes rows of a partition in batches. Null when none is left. */
  async function empty(
    key: string,
    { from, to }: PartitionBounds,
    list: (after: number, to: number) => Promise<number[]>,
    remove: (ids: readonly number[]) => Promise<number>,
  ): Promise<number | null> {
    for (;;) {
      const ids = await list(run.get(key) ?? from - 1, to)
      const last = ids.at(-1)
      run.set(key, last ?? to)
      if (last === undefined) return null
      const removed = await remove(ids)
      if (removed > 0) return removed
    }
  }

  async function removeMessages({ bounds, staysWhole }: OldPartition, before: Date, limit: number) {
    const key = keyOf(messagePartitions.name, bounds)
    if (!staysWhole && !run.has(key)) {
      const dropped = await drop(messagePartitions, bounds, async (tx) => {
        const { messages, kept } = await countPartition(tx, bounds, before)
        return kept > 0 ? null : messages
      })
      if (dropped !== null || busy.has(key)) return dropped
    }
    return empty(
      key,
      bounds,
      (after, to) => listOldMessages(db, { before, after, to, limit }),
      (ids) => db.transaction((tx) => deleteMessages(tx, null, ids, before)),
    )
  }

  /** Removes requests whose messages are gone. */
  async function removeRequests({ bounds, staysWhole }: OldPartition, before: Date, limit: number) {
    const key = keyOf(requestPartitions.name, bounds)
    if (!staysWhole && !run.has(key)) {
      const dropped = await drop(requestPartitions, bounds, async (tx) => {
        const { requests, isKept } = await countRequests(tx, bounds, before)
        return isKept ? null : requests
      })
      if (dropped !== null || busy.has(key)) return dropped
    }
    return empty(
      key,
      bounds,
      (after, to) => listEmptiedRequests(db, { before, after, to, limit }),
      (ids) => db.transaction((tx) => deleteRequests(tx, null, ids, before)),
    )
  }

  async function step(before: Date, limit: number): Promise<number> {
    const { old, end } = await listOldPartitions(db, before)
    for (const one of old) {
      if (busy.has(keyOf(messagePartitions.name, one.bounds))) continue
      const removed = await removeMessages(one, before, limit)
      if (removed !== null && removed > 0) return removed
    }
    for (const one of (await listOldRequestPartitions(db, before, end)).old) {
      if (busy.has(keyOf(requestPartitions.name, one.bounds))) continue
      const removed = await removeRequests(one, before, limit)
      if (removed !== null && removed > 0) return removed
    }
    return 0
  }

  return {
    async remove(before, limit) {
      const removed = await step(before, limit)
      if (removed === 0) [run, busy] = [new Map(), new Set()]
      return removed
    },
    async dropEmpty(now) {
      for (const partitions of [messagePartitions, requestPartitions]) {
        const [bounds] = await listEmptyPartitions(db, partitions, now)
        if (bounds === undefined) continue
        const dropped = await drop(partitions, bounds, async (tx) =>
          (await hasRows(tx, partitions.name, bounds)) ? null : 0,
        )
        if (dropped !== null) return true
      }
      return false
    },
  }
}

const keyOf = (table: string, { from }: PartitionBounds) => `${table} ${from}`
