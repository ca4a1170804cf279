import { type Static, Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { objectOf, oneOf, pageOf, queryOf } from '../shapes.ts'

/** An archived day. `missing`: not in the directory. `unrecorded`: not in the database. */
export type ArchivedDay = Static<typeof ArchivedDay>
const ArchivedDay = objectOf({
  day: Type.String(),
  files: Type.Integer(),
  rows: Type.Integer(),
  bytes: Type.Integer(),
  state: oneOf(['complete', 'missing', 'damaged', 'unrecorded']),
})

/** The result of a check of the files of a day. */
export type CheckedDay = Static<typeof CheckedDay>
const CheckedDay = objectOf({
  day: Type.String(),
  files: Type.Integer(),
  rows: Type.Integer(),
  problems: Type.Array(Type.String()),
})

export const archiveRoutes = {
  'GET /archive': { query: queryOf('page', 'limit'), answer: pageOf(ArchivedDay) },
  'GET /archive/:day/check': { answer: CheckedDay },
} as const satisfies RouteShapes
