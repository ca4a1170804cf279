import { invalidParameter, placeWanted } from '../../values/page.ts'
import type { TimelineEvent } from './model.ts'

/** The position of the last read event in each source, by name; `end` after the last event. */
export type Positions = ReadonlyMap<string, string>

export const end = 'end'

const cursorShape = /^[A-Za-z0-9_-]{2,900}$/
const positionShape = /^[\w.:-]{1,64}$/

/** A cursor names the position in every source. Only programs of the same version may build one. */
export const writeCursor = (positions: Positions): string =>
  Buffer.from(JSON.stringify(Object.fromEntries(positions))).toString('base64url')

export function readCursor(cursor: unknown): Positions {
  if (cursor === undefined || cursor === '') return new Map()
  const invalid = () => invalidParameter('cursor', placeWanted)
  if (typeof cursor !== 'string' || !cursorShape.test(cursor)) throw invalid()
  try {
    const positions = Object.entries(JSON.parse(Buffer.from(cursor, 'base64url').toString()) as object)
    if (positions.every(([, position]) => typeof position === 'string' && positionShape.test(position)))
      return new Map(positions)
  } catch {}
  throw invalid()
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
