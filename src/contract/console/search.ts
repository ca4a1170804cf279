import { type Static, Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { answerOf, oneOf, queryOf } from '../shapes.ts'

export const operatorSearchKinds = ['account', 'carrier', 'user'] as const
export type OperatorSearchKind = (typeof operatorSearchKinds)[number]

/** Something that a search of an operator found. */
export type OperatorSearchItem = Static<typeof OperatorSearchItem>
const OperatorSearchItem = answerOf({
  kind: oneOf(operatorSearchKinds),
  /** The id of an account or a user; the name of a carrier. */
  id: Type.String(),
  title: Type.String(),
  /** The email address of a user; empty without one. */
  detail: Type.String(),
})

/** The first results of one kind. */
export type OperatorSearchGroup = Static<typeof OperatorSearchGroup>
const OperatorSearchGroup = answerOf({
  kind: oneOf(operatorSearchKinds),
  items: Type.Array(OperatorSearchItem),
  hasMore: Type.Boolean(),
})

export const searchRoutes = {
  'GET /search': { query: queryOf('q'), answer: answerOf({ groups: Type.Array(OperatorSearchGroup) }) },
} as const satisfies RouteShapes
