import { resource, route } from '../route.ts'
import { nullable, objectOf, oneOf, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** A request, or all rejected requests with the same cause and the fields of the latest. */
export type ListedRequest = Static<typeof ListedRequest>
export const ListedRequest = objectOf({
  id: Type.Integer(),
  /** The X-Request-Id of the response. Clients may choose it, so several requests may have the same. */
  requestId: Type.String(),
  /** The id of a key, a token or an SMPP credential; null for a user of the dashboard. */
  credentialId: nullable(Type.Integer()),
  /** The system ID of an SMPP credential. */
  credentialName: nullable(Type.String()),
  /** Null for a user, and for a deleted SMPP credential. */
  credentialKind: nullable(oneOf(['key', 'token', 'smpp'] as const)),
  /** The client, if its credential was rejected. */
  address: nullable(Type.String()),
  method: Type.String(),
  path: Type.String(),
  /** 0 for the remaining rejected requests, when there were too many kinds to list. */
  status: Type.Integer(),
  /** Null for accepted requests, like the message and the hint. */
  code: nullable(Type.Integer()),
  message: nullable(Type.String()),
  hint: nullable(Type.String()),
  durationMs: Type.Integer(),
  /** More than 1 for equal rejected requests. */
  count: Type.Integer(),
  firstAt: Time,
  at: Time,
})

export const requestLog = resource('requestLog', 'account', {
  list: route('GET /v2/request-log', 'viewer', 'List the API requests of the last seven days, newest first', {
    columns: 'id, at, count, credentialName, method, path, status, code, message, hint',
    ...pagesOf(
      ListedRequest,
      'q',
      'grouped',
      'outcome',
      'method',
      'requestId',
      'credential',
      'number',
      'since',
      'until',
    ),
    parameters: {
      credential: 'only requests with the key or token with this id',
      number: 'only requests that contain this phone number',
    },
  }),
})
