import { parseId } from './id.ts'
import { cursorLengthMax, type Direction, invalidParameter, type PageOf, type Query, readCount } from './page.ts'
import type { Refusal } from './refusal.ts'

/** The values of an item by which its list is sorted. The last one is unique. */
export type SortKey = readonly (string | null)[]

/** A part of a list: the items after one that was read before. A list may grow and shrink while it is read. */
export interface Place {
  /** The last item that was read; null at the beginning. */
  readonly after: SortKey | null
  readonly limit: number
  /** Identifies the filters and the order. A cursor is only valid for the search that it comes from. */
  readonly search: string
}

/** Reads `cursor` and `limit`. All other parameters belong to the search. */
export function readPlace(query: Query, limitByDefault = 25, limitMax = 1_000): Place {
  const { cursor, limit: _, ...others } = query
  const search = identify(others)
  const limit = readCount(query, 'limit', limitByDefault, limitMax)
  return { after: cursor === undefined || cursor === '' ? null : readCursor(cursor, search), limit, search }
}

function readCursor(cursor: unknown, search: string): SortKey {
  if (typeof cursor !== 'string' || cursor.length > cursorLengthMax) throw badCursor()
  try {
    const [ofSearch, ...key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (ofSearch === search && key.length > 0 && key.every((one) => one === null || typeof one === 'string'))
      return key as SortKey
  } catch {}
  throw badCursor()
}

/** The cursor that continues a list after an item. */
export const writeCursor = ({ search }: Pick<Place, 'search'>, key: SortKey): string =>
  Buffer.from(JSON.stringify([search, ...key])).toString('base64url')

export const badCursor = (): Refusal =>
  invalidParameter('cursor', 'the value of next from the previous page of the same search')

/** Tells searches apart. It protects from mistakes only, so that 32 bits are enough. */
function identify(search: Query): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = JSON.stringify(given.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0
  return hash.toString(36)
}

/** The first items of a list. */
export const startOf = (limit: number): Place => ({ after: null, limit, search: '' })

/** The ids of the last item that was read, of a list by ids; null at the beginning. */
export function idsAfter({ after }: Place, count: number): readonly number[] | null {
  if (after === null) return null
  const ids = after.flatMap((text) => parseId(text) ?? [])
  if (ids.length !== count || after.length !== count) throw badCursor()
  return ids
}

/** A part of a list in memory, which is sorted by a unique value. */
export function cutList<T>(
  all: readonly T[],
  place: Place,
  keyOf: (item: T) => string,
  direction: Direction = 'asc',
): PageOf<T> {
  const [after] = place.after ?? []
  const isAfter = (key: string) => after == null || (direction === 'asc' ? key > after : key < after)
  const rest = all.filter((item) => isAfter(keyOf(item)))
  const items = rest.slice(0, place.limit)
  const end = rest.length > items.length ? items.at(-1) : undefined
  return { items, total: all.length, next: end === undefined ? null : writeCursor(place, [keyOf(end)]) }
}
