import { type Static, Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { listPageOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

/** Requests of the public API that were refused for the same reason. */
export type RefusedRequests = Static<typeof RefusedRequests>
const RefusedRequests = objectOf({
  id: Type.Integer(),
  /**
   * The id of a key or token, or of an SMPP credential; `credentialKind` tells which. Null for the remaining requests,
   * when there were too many kinds to list.
   */
  credentialId: nullable(Type.Integer()),
  /** The system ID of an SMPP credential. */
  credentialName: nullable(Type.String()),
  credentialKind: nullable(oneOf(['key', 'token', 'smpp'] as const)),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  code: Type.Integer(),
  message: Type.String(),
  hint: nullable(Type.String()),
  count: Type.Integer(),
  firstAt: Time,
  lastAt: Time,
})

export const refusalRoutes = {
  'GET /v2/refused': {
    query: queryOf('cursor', 'limit', 'q', 'credential'),
    answer: listPageOf(RefusedRequests),
  },
} as const satisfies RouteShapes
