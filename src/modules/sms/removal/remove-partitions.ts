import {
  type Database,
  dropPartitions,
  type EndedPartitions,
  listEndedPartitions,
  type PartitionBounds,
  type Tx,
} from '../../../engine/db/index.ts'
import type { SmsContext } from '../context.ts'
import {
  countPartition,
  countRequests,
  findFirstTime,
  findMessageEnds,
  findRequestEnds,
  hasRows,
  listEmptiedRequests,
  lockRemoval,
  messagePartitions,
  requestPartitions,
} from './store-partitions.ts'
import { deleteMessages, deleteRequests, type IdRange, listOldMessages } from './store-removal.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** A partition whose rows were all accepted before a time. */
interface OldPartition {
  readonly bounds: PartitionBounds
  /** It is not dropped but emptied in batches: it has a row that must be kept, or gets new ids. */
  readonly staysWhole: boolean
}

interface OldPartitions {
  readonly old: readonly OldPartition[]
  /** The id at which the other rows begin. */
  readonly end: number
}

/** An idle installation begins no new partition, so the current one has its week before a time. */
const isIdle = ({ currentSince }: EndedPartitions, lastAt: Date, before: Date) =>
  (currentSince ?? lastAt).getTime() <= before.getTime() - weekMs

async function listOld(
  partitions: EndedPartitions,
  before: Date,
  find: (bounds: PartitionBounds) => Promise<{ readonly lastAt: Date; readonly isKept: boolean } | null>,
): Promise<OldPartitions> {
  const old: OldPartition[] = []
  for (const bounds of partitions.ended) {
    const ends = await find(bounds)
    if (ends === null) continue
    if (ends.lastAt >= before) return { old, end: bounds.from }
    old.push({ bounds, staysWhole: ends.isKept })
  }
  const { current } = partitions
  const ends = await find(current)
  if (ends === null || ends.lastAt >= before || !isIdle(partitions, ends.lastAt, before))
    return { old, end: current.from }
  return { old: [...old, { bounds: current, staysWhole: true }], end: current.to }
}

/** The partitions of messages that were all accepted before a time. */
export const listOldPartitions = async (db: Database, before: Date): Promise<OldPartitions> =>
  listOld(await listEndedPartitions(db, messagePartitions), before, (bounds) => findMessageEnds(db, bounds, before))

/** The partitions of requests that were all accepted before a time, and have no message since an id. */
export const listOldRequestPartitions = async (db: Database, before: Date, messagesEnd: number) =>
  listOld(await listEndedPartitions(db, requestPartitions), before, async (bounds) => {
    const ends = await findRequestEnds(db, bounds)
    if (ends === null) return null
    return { lastAt: ends.lastMessageId >= messagesEnd ? before : ends.lastAt, isKept: false }
  })

/**
 * Ended partitions without rows. Every statement that took ids of such a partition has ended: the current partition, or
 * a row after it, is older than a day.
 */
async function listEmptyPartitions(db: Database, partitions: Partitions, now: Date): Promise<PartitionBounds[]> {
  const { ended, currentSince } = await listEndedPartitions(db, partitions)
  const dayAgo = new Date(now.getTime() - dayMs)
  const empty: PartitionBounds[] = []
  for (const bounds of ended) {
    if (await hasRows(db, partitions.name, bounds)) continue
    const since =
      currentSince !== null && currentSince < dayAgo
        ? currentSince
        : await findFirstTime(db, partitions.name, bounds.to)
    if (since !== null && since < dayAgo) empty.push(bounds)
  }
  return empty
}

type Partitions = typeof messagePartitions | typeof requestPartitions

/** How the rows of partitions are removed. */
interface PartitionedRows {
  readonly partitions: Partitions
  /** Their number; null when some must be kept. */
  readonly count: (tx: Tx, bounds: PartitionBounds, before: Date) => Promise<number | null>
  readonly list: (db: Database, range: IdRange) => Promise<number[]>
  readonly remove: typeof deleteMessages
}

const messageRows: PartitionedRows = {
  partitions: messagePartitions,
  count: countPartition,
  list: listOldMessages,
  remove: deleteMessages,
}

/** Requests whose messages are gone. */
const requestRows: PartitionedRows = {
  partitions: requestPartitions,
  count: countRequests,
  list: listEmptiedRequests,
  remove: deleteRequests,
}

/** A partition that is emptied in batches, and the last id that was looked at. */
type Run = Map<string, number>

/** Rolls back a transaction that counted a partition which must not be dropped. */
class KeepPartition extends Error {}

export function createPartitionRemoval({ db, log }: Pick<SmsContext, 'db' | 'log'>) {
  let run: Run = new Map()
  /** Partitions that could not be locked in this run. */
  let busy = new Set<string>()

  /** Drops partitions. Returns the number of their rows; null when they must be kept or could not be locked. */
  async function drop(
    { name, partitioned }: Partitions,
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

  /** Drops a partition, or removes some of its rows. Returns their number; null when none is left. */
  async function removeFrom(
    { partitions, count, list, remove }: PartitionedRows,
    { bounds, staysWhole }: OldPartition,
    before: Date,
    limit: number,
  ): Promise<number | null> {
    const key = keyOf(partitions.name, bounds)
    if (busy.has(key)) return null
    if (!staysWhole && !run.has(key)) {
      const dropped = await drop(partitions, bounds, (tx) => count(tx, bounds, before))
      if (dropped !== null || busy.has(key)) return dropped
    }
    for (;;) {
      const ids = await list(db, { before, after: run.get(key) ?? bounds.from - 1, to: bounds.to, limit })
      const last = ids.at(-1)
      run.set(key, last ?? bounds.to)
      if (last === undefined) return null
      const removed = await db.transaction((tx) => remove(tx, null, ids, before))
      if (removed > 0) return removed
    }
  }

  async function removeFirst(of: PartitionedRows, old: readonly OldPartition[], before: Date, limit: number) {
    for (const one of old) {
      const removed = await removeFrom(of, one, before, limit)
      if (removed !== null && removed > 0) return removed
    }
    return 0
  }

  async function step(before: Date, limit: number): Promise<number> {
    const messages = await listOldPartitions(db, before)
    const removed = await removeFirst(messageRows, messages.old, before, limit)
    if (removed > 0) return removed
    const requests = await listOldRequestPartitions(db, before, messages.end)
    return removeFirst(requestRows, requests.old, before, limit)
  }

  return {
    /**
     * Removes old messages and requests of all accounts: whole partitions whose messages have all ended before the
     * time, and the ended messages of partitions that also have pending ones. Each call drops a partition or removes
     * about `limit` rows; 0 means that nothing is left. Partitions that end after the time are not touched.
     */
    async remove(before: Date, limit: number): Promise<number> {
      const removed = await step(before, limit)
      if (removed === 0) [run, busy] = [new Map(), new Set()]
      return removed
    },
    /** Drops a partition without rows. False if every partition has rows, or if the empty one is in use. */
    async dropEmpty(now: Date): Promise<boolean> {
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
