import type { StoredPart } from './store-parts.ts'

/** A long message whose parts arrive one by one. */
export interface PartialMessage {
  /** Null until it is stored. */
  id: number | null
  readonly createdAt: Date
  /** Joined, failed or cancelled. */
  readonly isOver: boolean
  /** The key of the send; null while parts are missing. */
  joinKey: string | null
  readonly parts: StoredPart[]
}

/** The place of a submitted part. */
interface Place {
  /** Null for a new one. */
  readonly partial: PartialMessage | null
  /** The stored part that it repeats, after a lost answer. */
  readonly repeats: StoredPart | null
  /** The same part of an earlier message with the same reference. */
  readonly earlier: StoredPart | null
}

/**
 * Finds the message of a part. `partialMessages` are those with its reference, the latest one first. Customers use references
 * again, and some have only one, so a part alone never shows that its message is a repeated one.
 */
export function placePart(
  partialMessages: readonly PartialMessage[],
  part: Pick<StoredPart, 'number' | 'hash'>,
): Place {
  const [latest] = partialMessages
  const finished = partialMessages.find(({ isOver }) => isOver)
  const earlier = finished === undefined ? null : findSame(finished, part)
  if (latest === undefined || latest.isOver) return { partial: null, repeats: null, earlier }
  const stored = latest.parts.find(({ number }) => number === part.number)
  if (stored !== undefined) {
    const isSame = stored.hash.equals(part.hash)
    return { partial: isSame ? latest : null, repeats: isSame ? stored : null, earlier }
  }
  const isNext = finished !== undefined && startsNext(latest, finished, part.number)
  return { partial: isNext ? null : latest, repeats: null, earlier }
}

/** Whether all parts of a message are also parts of an earlier one, as when only lost answers were repeated. */
export const isRepetition = (one: Pick<PartialMessage, 'parts'>, earlier: Pick<PartialMessage, 'parts'>): boolean =>
  one.parts.length > 0 && one.parts.every((part) => findSame(earlier, part) !== null)

/** After repeated last parts of an earlier message, a lower part begins another one. They must not be mixed. */
const startsNext = (latest: PartialMessage, finished: PartialMessage, number: number) =>
  isRepetition(latest, finished) && latest.parts.every((part) => part.number > number)

const findSame = ({ parts }: Pick<PartialMessage, 'parts'>, { number, hash }: Pick<StoredPart, 'number' | 'hash'>) =>
  parts.find((part) => part.number === number && part.hash.equals(hash)) ?? null
