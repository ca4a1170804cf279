import { type Static, Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { longPageOf, nullable, objectOf, oneOf, queryOf, Time } from '../shapes.ts'

export const requestOutcomes = ['accepted', 'refused', 'failed'] as const

export type ListedRequest = Static<typeof ListedRequest>
const ListedRequest = objectOf({
  id: Type.Integer(),
  /** The X-Request-Id of the response. Clients may choose it, so several requests may have the same. */
  requestId: Type.String(),
  /** The id of a key, a token or an SMPP credential; null for a user of the dashboard. */
  credentialId: nullable(Type.Integer()),
  credentialName: nullable(Type.String()),
  /** Null for a user, and for a deleted SMPP credential. */
  credentialKind: nullable(oneOf(['key', 'token', 'smpp'] as const)),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  /** Null for accepted requests, like the message and the hint. */
  code: nullable(Type.Integer()),
  message: nullable(Type.String()),
  durationMs: Type.Integer(),
  at: Time,
})

/** Secrets are hidden in all texts. Long texts end with `…`. */
export type LoggedRequest = Static<typeof LoggedRequest>
const LoggedRequest = objectOf({
  ...ListedRequest.properties,
  query: nullable(Type.String()),
  hint: nullable(Type.String()),
  userAgent: nullable(Type.String()),
  contentType: nullable(Type.String()),
  idempotencyKey: nullable(Type.String()),
  /** Null for files, and for bodies that could not be read. */
  body: nullable(Type.String()),
  /** Null for files, and for answers with secrets. */
  answer: nullable(Type.String()),
})

export const requestLogRoutes = {
  'GET /accounts/:account/request-log': {
    query: queryOf('page', 'limit', 'q', 'outcome', 'method', 'requestId', 'credential', 'since', 'until'),
    answer: longPageOf(ListedRequest),
  },
  /** By `~` and the id, or by the latest X-Request-Id, which may consist of digits only, but has no `~`. */
  'GET /accounts/:account/request-log/:request': { answer: LoggedRequest },
} as const satisfies RouteShapes
