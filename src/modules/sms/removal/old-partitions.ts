import { type EndedPartitions, listEndedPartitions, type PartitionBounds } from '../../../engine/db/index.ts'
import type { SmsContext } from '../context.ts'
import {
  findFirstTime,
  findMessageEnds,
  findRequestEnds,
  hasRows,
  messagePartitions,
  requestPartitions,
} from './store-partitions.ts'

type Database = SmsContext['db']

const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** A partition whose rows were all accepted before a time. */
export interface OldPartition {
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
export const listOldRequestPartitions = async (
  db: Database,
  before: Date,
  messagesEnd: number,
): Promise<OldPartitions> =>
  listOld(await listEndedPartitions(db, requestPartitions), before, async (bounds) => {
    const ends = await findRequestEnds(db, bounds)
    if (ends === null) return null
    return { lastAt: ends.lastMessageId >= messagesEnd ? before : ends.lastAt, isKept: false }
  })

/**
 * Ended partitions without rows. Every statement that took ids of such a partition has ended: the current partition, or
 * a row after it, is older than a day.
 */
export async function listEmptyPartitions(
  db: Database,
  partitions: typeof messagePartitions | typeof requestPartitions,
  now: Date,
): Promise<PartitionBounds[]> {
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
