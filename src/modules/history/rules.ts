import { badCursor, type Place, type SortKey } from '../../values/place.ts'
import type { TimelineEvent } from '../table-data/index.ts'

/** The position after the last event of a source. */
export const end = 'end'

const positionShape = /^[\w.:-]{1,64}$/

/** A cursor has the position of the last read event in every source, after its name. */
export const keyOf = (positions: ReadonlyMap<string, string>): SortKey => [...positions].flat()

export function readPositions({ after }: Pick<Place, 'after'>): ReadonlyMap<string, string> {
  const positions = new Map<string, string>()
  for (const [at, name] of (after ?? []).entries()) {
    if (at % 2 === 1) continue
    const position = after?.[at + 1]
    if (name === null || position == null || !positionShape.test(position)) throw badCursor()
    positions.set(name, position)
  }
  return positions
}

/** The newest events of all lists. An event is never before an earlier one of its own list. */
export function mergeNewest(
  lists: readonly { readonly name: string; readonly events: readonly TimelineEvent[] }[],
  limit: number,
) {
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
