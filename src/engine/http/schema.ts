import { Type } from 'typebox'

/** How a refusal looks, for the documentation: what is sent is made where the refusal is. */
const Refused = Type.Object({ code: Type.Integer(), message: Type.String() })

const reasons: Readonly<Record<number, string>> = {
  400: 'Refused; the code says why. `{"error":"No authorization headers"}` without the header Authorization.',
  401: 'No valid credential: code 120.',
  404: 'Not found.',
  409: 'The Idempotency-Key was used with another body.',
  413: 'The body is too large.',
  415: 'The body has a type that is not taken here.',
  429: 'Too many requests, or too many messages today; Retry-After says when to come back.',
  501: 'Not available yet.',
  503: 'Not now: Retry-After says when to come back.',
}

/** The refusals of a route, by status, for its schema. */
export function refusals(...statuses: readonly number[]): Record<number, unknown> {
  return Object.fromEntries(statuses.map((status) => [status, { ...Refused, description: reasons[status] ?? 'Refused.' }]))
}
