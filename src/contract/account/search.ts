import { type Static, Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

export const searchKinds = [
  'number',
  'contact',
  'conversation',
  'message',
  'campaign',
  'request',
  'template',
  'book',
  'segment',
  'event',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** Something that a search found. */
export type SearchItem = Static<typeof SearchItem>
const SearchItem = objectOf({
  kind: oneOf(searchKinds),
  /** The id in its own list; of a number, the number. */
  id: Type.String(),
  /** A number in the national form of the account, a name, a campaign or a reference. */
  title: Type.String(),
  /** Such as the sender of a message, the status of a campaign or the beginning of a template; empty without one. */
  detail: Type.String(),
  phone: nullable(Type.String()),
  /** When it was created or last happened; null if that is not known. */
  at: nullable(Time),
})

/** The first results of one kind. */
export type SearchGroup = Static<typeof SearchGroup>
const SearchGroup = objectOf({ kind: oneOf(searchKinds), items: Type.Array(SearchItem), hasMore: Type.Boolean() })

export const searchRoutes = {
  'GET /v2/search': { query: queryOf('q'), answer: objectOf({ groups: Type.Array(SearchGroup) }) },
} as const satisfies RouteShapes
