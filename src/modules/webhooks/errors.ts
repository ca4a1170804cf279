import { Refusal } from '../../values/refusal.ts'

export const endpointMissing = () =>
  new Refusal(404, 404, 'Endpoint Not Found', {
    hint: 'list the endpoints of an account with npx ngoma webhooks list, or on the Webhooks page',
    problem: 'endpoint_not_found',
  })
export const eventMissing = () =>
  new Refusal(404, 404, 'Event Not Found', {
    hint: 'npx ngoma webhooks events ID lists the events of an endpoint; old events are deleted',
    problem: 'event_not_found',
  })
export const badUrl = (why: string) => new Refusal(400, 400, 'Invalid URL', { hint: why, problem: 'url_not_allowed' })
export const tooManyEndpoints = (max: number) =>
  new Refusal(409, 409, 'Too Many Endpoints', {
    hint: `an account has at most ${max} endpoints: remove one first`,
    problem: 'endpoint_limit',
  })
export const tooManyRotations = (max: number, from: Date) =>
  new Refusal(409, 409, 'Too Many Rotations', {
    hint: `the secret of this endpoint was rotated ${max} times in the last 24 hours, and the old secrets still sign its requests; rotate again after ${from.toISOString()}`,
    problem: 'rotation_limit',
  })
export const endpointOff = () =>
  new Refusal(409, 409, 'The Endpoint Is Disabled', { hint: 'enable it first', problem: 'endpoint_disabled' })
export const urlOfMessages = () =>
  new Refusal(409, 409, 'The Endpoint Belongs To A callback_url', {
    hint: 'this endpoint was created for the callback_url of messages: to use another URL, change callback_url when you send',
    problem: 'endpoint_of_messages',
  })
export const nothingChosen = () =>
  new Refusal(400, 400, 'Nothing To Replay', { hint: 'name an event, or the time to start from' })
export const badTime = (name: string) =>
  new Refusal(400, 400, `Invalid Time: ${name}`, {
    hint: 'use a date, or ISO 8601 with a time zone, such as 2030-01-31T08:00:00Z',
    problem: 'invalid_time',
    errors: [{ field: name, message: 'must be a time' }],
  })
/** Cut short and never logged: the user may have typed the value in place of the name. */
const shownName = (name: string) => JSON.stringify(name.slice(0, 64))
export const invalidHeader = (name: string) =>
  new Refusal(400, 400, 'Invalid Header', {
    hint: `${shownName(name)}: a header name has 1 to 64 letters, digits and hyphens and is used once; a header value has 1 to 1,024 printable ASCII characters`,
    hintRepeats: true,
    problem: 'invalid_header',
  })
export const reservedHeader = (name: string) =>
  new Refusal(400, 400, 'Reserved Header', {
    hint: `${shownName(name)} is set by the server or belongs to the connection: choose another header`,
    hintRepeats: true,
    problem: 'invalid_header',
  })
export const tooManyHeaders = (max: number) =>
  new Refusal(400, 400, 'Too Many Headers', {
    hint: `an endpoint has at most ${max} headers: remove one first`,
    problem: 'invalid_header',
  })
export const headersOfOtherOrigin = (names: readonly string[]) =>
  new Refusal(409, 409, 'Headers Belong To The Old Server', {
    hint: `the new URL is on another server: send the header values again in the same change, or remove the headers (${names.join(', ') || 'their names are unreadable'})`,
    hintRepeats: true,
    problem: 'headers_of_other_server',
  })
