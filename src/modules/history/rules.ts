import { badCursor, type Place, type SortKey } from '../../values/place.ts'
import type { TimelineEvent } from '../table-data/index.ts'

/** The position of the last read event in each source, by name; `end` after the last event. */
export type Positions = ReadonlyMap<string, string>

export const end = 'end'

const positionShape = /^[\w.:-]{1,64}$/

/** A cursor has the position in every source, after its name. */
export const keyOf = (positions: Positions): SortKey => [...positions].flat()

export function readPositions({ after }: Pick<Place, 'after'>): Positions {
  const positions = new Map<string, string>()
  for (const [at, name] of (after ?? []).entries()) {
    if (at % 2 === 1) continue
    const position = after?.[at + 1]
    if (name === null || position == null || !positionShape.test(position)) throw badCursor()
    positions.set(name, position)
  }
  return positions
}

interface Listed {
  readonly name: string
  readonly events: readonly TimelineEvent[]
}

/** The newest events of all lists. An event is never before an earlier one of its own list. */
export function mergeNewest(
  lists: readonly Listed[],
  limit: number,
): readonly { readonly name: string; readonly event: TimelineEvent }[] {
  const rest = lists.map(({ name, events }) => ({ name, events: [...events] }))
  const merged: { name: string; event: TimelineEvent }[] = []
  while (merged.length < limit) {
    const [newest] = rest
      .filter(({ events }) => events.length > 0)
      .toSorted((a, b) => timeOf(b.events) - timeOf(a.events))
    const event = newest?.events.shift()
    if (newest === undefined || event === undefined) break
    merged.push({ name: newest.name, event })
  }
  return merged
}

const timeOf = ([first]: readonly TimelineEvent[]) => first?.at.getTime() ?? 0
