import { refuse } from '../../values/refusal.ts'

export const badUrl = (why: string) => refuse('url_not_allowed', { hint: why })
export const tooManyEndpoints = (max: number) =>
  refuse('endpoint_limit', {
    hint: `an account has at most ${max} endpoints: remove one first`,
  })
export const tooManyRotations = (max: number, from: Date) =>
  refuse('rotation_limit', {
    hint: `the secret of this endpoint was rotated ${max} times in the last 24 hours, and the old secrets still sign its requests; rotate again after ${from.toISOString()}`,
  })
export const badTime = (name: string) =>
  refuse('invalid_time', {
    hint: 'use a date, or ISO 8601 with a time zone, such as 2030-01-31T08:00:00Z',
    errors: [{ field: name, message: 'must be a time' }],
  })
/** Cut short and never logged: the user may have typed the value in place of the name. */
const shownName = (name: string) => JSON.stringify(name.slice(0, 64))
export const invalidHeader = (name: string) =>
  refuse('invalid_header', {
    hint: `${shownName(name)}: a header name has 1 to 64 letters, digits and hyphens and is used once; a header value has 1 to 1,024 printable ASCII characters`,
    hintRepeats: true,
  })
export const reservedHeader = (name: string) =>
  refuse('invalid_header', {
    hint: `${shownName(name)} is set by the server or belongs to the connection: choose another header`,
    hintRepeats: true,
  })
export const tooManyHeaders = (max: number) =>
  refuse('invalid_header', {
    hint: `an endpoint has at most ${max} headers: remove one first`,
  })
export const headersOfOtherOrigin = (names: readonly string[]) =>
  refuse('headers_of_other_server', {
    hint: `the new URL is on another server: send the header values again in the same change, or remove the headers (${names.join(', ') || 'their names are unreadable'})`,
    hintRepeats: true,
  })
