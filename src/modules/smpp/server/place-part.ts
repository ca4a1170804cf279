import type { StoredPart } from './store-parts.ts'

/** A long message whose parts arrive one by one. */
export interface Gathering {
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
export interface Place {
  /** Null for a new one. */
  readonly gathering: Gathering | null
  /** The stored part that it repeats, after a lost answer. */
  readonly repeats: StoredPart | null
  /** The same part of an earlier message with the same reference. */
  readonly earlier: StoredPart | null
}

/**
 * Finds the message of a part. `gatherings` are those with its reference, the latest one first. Customers use references
 * again, and some have only one, so a part alone never shows that its message is a repeated one.
 */
export function placePart(gatherings: readonly Gathering[], part: Pick<StoredPart, 'number' | 'hash'>): Place {
  const [latest] = gatherings
  const finished = gatherings.find(({ isOver }) => isOver)
  const earlier = finished === undefined ? null : findSame(finished, part)
  if (latest === undefined || latest.isOver) return { gathering: null, repeats: null, earlier }
  const stored = latest.parts.find(({ number }) => number === part.number)
  if (stored !== undefined) {
    const isSame = stored.hash.equals(part.hash)
    return { gathering: isSame ? latest : null, repeats: isSame ? stored : null, earlier }
  }
  const isNext = finished !== undefined && startsNext(latest, finished, part.number)
  return { gathering: isNext ? null : latest, repeats: null, earlier }
}

/** Whether all parts of a message are also parts of an earlier one, as when only lost answers were repeated. */
export const isRepetition = (one: Pick<Gathering, 'parts'>, earlier: Pick<Gathering, 'parts'>): boolean =>
  one.parts.length > 0 && one.parts.every((part) => findSame(earlier, part) !== null)

/** After repeated last parts of an earlier message, a lower part begins another one. They must not be mixed. */
const startsNext = (latest: Gathering, finished: Gathering, number: number) =>
  isRepetition(latest, finished) && latest.parts.every((part) => part.number > number)

const findSame = ({ parts }: Pick<Gathering, 'parts'>, { number, hash }: Pick<StoredPart, 'number' | 'hash'>) =>
  parts.find((part) => part.number === number && part.hash.equals(hash)) ?? null
