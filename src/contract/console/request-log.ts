import { ListedRequest } from '../account/request-log.ts'
import { consoleResource, route } from '../route.ts'
import { nullable, objectOf, pagesOf } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

export const requestOutcomes = ['accepted', 'refused', 'failed'] as const

/** Secrets are hidden in all texts. Long texts end with `…`. */
export type LoggedRequest = Static<typeof LoggedRequest>
const LoggedRequest = objectOf({
  ...ListedRequest.properties,
  query: nullable(Type.String()),
  userAgent: nullable(Type.String()),
  contentType: nullable(Type.String()),
  idempotencyKey: nullable(Type.String()),
  /** Null for files, for bodies that could not be read, and for requests that are only counted. */
  body: nullable(Type.String()),
  /** Null for files, for answers with secrets, and for requests that are only counted. */
  answer: nullable(Type.String()),
})

export const consoleRequestLog = consoleResource('requestLog', {
  listUnknown: route('GET /request-log', 'operator', 'List the API requests with unknown keys or tokens', {
    command: 'request-log list --unknown',
    columns: 'id, at, count, address, method, path, status, code, hint',
    ...pagesOf(ListedRequest, 'q', 'grouped'),
  }),
  /** By `~` and the id, or by the latest X-Request-Id, which may consist of digits only, but has no `~`. */
  get: route('GET /accounts/:account/request-log/:request', 'viewer', 'Get an API request with its body and answer', {
    reads: 'request-log.read',
    answer: LoggedRequest,
  }),
})
